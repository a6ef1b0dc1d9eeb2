import { describe, expect, it } from "vitest";
import { readEvents, type StreamEvent } from "@/lib/event-stream";

/** A stream that comes in pieces of so many bytes, as a network cuts it. */
function inPieces(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

const TEXT = 'data: {"current":1,"guest":"سارة"}\n\nevent: done\ndata: {"current":2}\n\n';

describe("a stream of events", () => {
  it.each([1, 7, 1000])("is read whole in pieces of %i bytes", async (size) => {
    expect(await readAll(inPieces(TEXT, size))).toEqual([
      { event: "message", data: { current: 1, guest: "سارة" } },
      { event: "done", data: { current: 2 } },
    ]);
  });

  it("drops an event that a cut line left half", async () => {
    expect(await readAll(inPieces(TEXT.slice(0, -2), 5))).toHaveLength(1);
  });
});
