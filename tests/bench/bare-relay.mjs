// What Remote Assist's sockets stand beside: it passes on what a viewer says to the host of the same number, answers everybody
// else with their own words, and looks at nothing.
//   node tests/bench/bare-relay.mjs
import { WebSocketServer } from "ws";

const sockets = new WebSocketServer({ port: 0, host: "127.0.0.1" });
const hosts = new Map();
sockets.on("connection", (socket, { url }) => {
  const [, role, number] = url.split("/");
  if (role === "host") hosts.set(number, socket);
  socket.on("message", (data) => (role === "viewer" ? hosts.get(number) : socket).send(String(data)));
});
sockets.once("listening", () => console.log(`The bare relay listens on ws://127.0.0.1:${sockets.address().port}`));
