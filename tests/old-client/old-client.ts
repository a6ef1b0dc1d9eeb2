import { PASSWORDS } from "../support/passwords";

/** The phone's own names for what it shows beside a guest; the specification's server is not asked to know them. */
export const MAYA = {
  name: "Maya Khoury",
  phones: "9613111111",
  email: "maya@example.com",
  company: "Cedar",
  title: "Dr",
  birthday: "--11-20",
  address: "Main street 1",
};

export interface OldAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: this client knows no contract, as the one that it stands for
  body: any;
  text: string;
  headers: Headers;
  bytes: Buffer;
}

interface Sent {
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

/**
 * A client of the two specifications and of the API's description, all three in docs/design, written from these pages alone:
 * it shares nothing with our own, knows no contract, and sends what they show.
 */
export class OldClient {
  private token = "";
  branch: string | null = "jounieh";

  /** @param base its API base, with or without `/api` */
  constructor(
    readonly base: string,
    private readonly style: "bearer" | "token" = "bearer",
  ) {}

  async send(method: string, path: string, { body, form, headers = {} }: Sent = {}): Promise<OldAnswer> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        ...(form ? {} : { "Content-Type": "application/json" }),
        ...(this.branch ? { "X-Branch": this.branch } : {}),
        ...(this.token ? (this.style === "bearer" ? { Authorization: `Bearer ${this.token}` } : { "x-token": this.token }) : {}),
        ...headers,
      },
      body: form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body),
      redirect: "manual",
    });
    return readAnswer(response);
  }

  get = (path: string, query: Record<string, string> = {}) => this.send("GET", withQuery(path, query));
  post = (path: string, body?: unknown) => this.send("POST", path, { body });
  postForm = (path: string, form: Record<string, string>) => this.send("POST", path, { form });
  patch = (path: string, body: unknown) => this.send("PATCH", path, { body });
  delete = (path: string, query: Record<string, string> = {}, body?: unknown) => this.send("DELETE", withQuery(path, query), { body });

  async logIn(username: keyof typeof PASSWORDS): Promise<OldAnswer> {
    const answer = await this.post("/auth/login", { username, password: PASSWORDS[username] });
    this.token = answer.body.access_token;
    return answer;
  }

  /** The enqueue of Birthday Search: from one address to the next, and over to the next at 404, 405 and 422 alone. */
  async enqueueBirthdays(items: object[], message: string): Promise<{ tried: string[]; answer: OldAnswer }> {
    const json = { items, message, prefer_worker: "" };
    const ways: [string, () => Promise<OldAnswer>][] = [
      ...["/queue/enqueue/batch", "/queue/enqueue-items", "/queue/enqueue"].map((path): [string, () => Promise<OldAnswer>] => [
        path,
        () => this.post(path, json),
      ]),
      ["form", () => this.postForm("/queue/enqueue", { items: JSON.stringify(items), message, prefer_worker: "" })],
      ["single", () => this.post("/queue/enqueue/single", { ...items[0], message })],
    ];
    const tried: string[] = [];
    for (const [name, go] of ways) {
      tried.push(name);
      const answer = await go();
      if (![404, 405, 422].includes(answer.status)) return { tried, answer };
    }
    throw new Error(`Failed to enqueue WhatsApp sending: ${tried.join(", ")}`);
  }
}

/** What a browser does for a plain link, a frame or an EventSource on the pages' own origin: no header of ours, its cookie alone. */
export async function followLink(base: string, path: string, cookie: string, headers: Record<string, string> = {}): Promise<OldAnswer> {
  return readAnswer(await fetch(`${base}${path}`, { headers: { cookie, ...headers }, redirect: "manual" }));
}

async function readAnswer(response: Response): Promise<OldAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return { status: response.status, body: isJson ? JSON.parse(text) : null, text, headers: response.headers, bytes };
}

function withQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
}
