import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect } from "../e2e/fixtures";

/** A real coturn on this machine's loopback. */
export class Coturn {
  static readonly secret = "a-secret-of-the-relay-test";
  readonly port = 34_790 + (process.pid % 1_000);
  private relay: ChildProcess | null = null;
  private said = "";

  async start(): Promise<void> {
    const words = [
      "-n",
      "--listening-ip=127.0.0.1",
      "--relay-ip=127.0.0.1",
      `--listening-port=${this.port}`,
      "--use-auth-secret",
      `--static-auth-secret=${Coturn.secret}`,
      "--realm=daftar.test",
      "--allow-loopback-peers",
      "--cli-password=of-no-use",
      "--no-cli",
      "--no-tls",
      "--no-dtls",
      "--log-file=stdout",
      "--verbose",
      "--pidfile=/dev/null",
      "--min-port=50200",
      "--max-port=50400",
    ];
    const relay = spawn("turnserver", words, { stdio: ["ignore", "pipe", "pipe"] });
    this.relay = relay;
    relay.once("error", () => {
      this.said = "coturn is missing. Debian: apt-get install coturn";
    });
    for (const stream of [relay.stdout, relay.stderr])
      stream?.on("data", (piece) => {
        this.said += String(piece);
      });
    await expect.poll(() => this.answersStun(), { message: `coturn does not answer: ${this.said}`, timeout: 15_000 }).toBe(true);
  }

  async stop(): Promise<void> {
    const { relay } = this;
    if (!relay || relay.exitCode !== null || relay.signalCode !== null) return;
    relay.kill("SIGKILL");
    await once(relay, "exit");
  }

  /** A STUN binding request (RFC 8489), and whether anybody answers. */
  private async answersStun(): Promise<boolean> {
    const socket = createSocket("udp4");
    const asking = Buffer.concat([Buffer.from("000100002112a442", "hex"), Buffer.alloc(12, 7)]);
    const answer = once(socket, "message").then(() => true);
    socket.send(asking, this.port, "127.0.0.1");
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 500));
    const answered = await Promise.race([answer, late]);
    socket.close();
    return answered;
  }
}
