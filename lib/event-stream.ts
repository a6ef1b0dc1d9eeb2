/** One event of a stream of server-sent events. */
export interface StreamEvent {
  /** `message` unless it says another name. */
  event: string;
  data: unknown;
}

/** Reads server-sent events as they come. What a cut line leaves of the last one is dropped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader(); // the browser's types want a wider buffer
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): StreamEvent {
  const data = /^data: ?(.*)$/m.exec(block)?.[1] ?? "null";
  return { event: /^event: ?(.*)$/m.exec(block)?.[1] ?? "message", data: JSON.parse(data) };
}
