import type { SocketConfig } from "baileys";

const nothing = () => {};

/** What Baileys may log to: nobody. Its lines hold numbers, texts and keys. */
export const silent: SocketConfig["logger"] = {
  level: "silent",
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
