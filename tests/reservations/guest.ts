import { servePublic } from "../support/server";
import { DAY } from "./support";

interface Heard {
  status: number;
  headers: Record<string, string>;
  html: string;
  location: string;
  /** Of the form in the answer; empty for none. */
  formKey: string;
}

/** Somebody without an account, at the guests' own port. */
export class Guest {
  /** What they claim their address is. */
  address = "";

  private constructor(private readonly base: string) {}

  static async come(): Promise<Guest> {
    return new Guest(await servePublic());
  }

  get(path: string): Promise<Heard> {
    return this.ask(path, {});
  }

  post(path: string, fields: Record<string, string>): Promise<Heard> {
    return this.ask(path, { method: "POST", body: new URLSearchParams({ lang: "en", ...fields }) });
  }

  /** Opens the form. @returns its key */
  async form(): Promise<string> {
    return (await this.get("/reserve/jounieh?lang=en")).formKey;
  }

  /** Fills in the form and presses the button; what is not said is as usual. */
  async send(fields: Record<string, string> = {}, key?: string): Promise<Heard> {
    const usual = { date: DAY, party: "2", time: "20:00", name: "Nour Karam", phone: "03 111111", note: "", do: "book" };
    return this.post("/reserve/jounieh", { ...usual, key: key ?? (await this.form()), ...fields });
  }

  private async ask(path: string, init: RequestInit): Promise<Heard> {
    const headers = { "accept-language": "en", ...(this.address && { "x-forwarded-for": this.address }) };
    const answer = await fetch(this.base + path, { ...init, headers, redirect: "manual" });
    const html = await answer.text();
    const { date: _, ...rest } = Object.fromEntries(answer.headers);
    const formKey = /name="key" value="([^"]*)"/.exec(html)?.[1] ?? "";
    return { status: answer.status, headers: rest, html, location: answer.headers.get("location") ?? "", formKey };
  }
}
