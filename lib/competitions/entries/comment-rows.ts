/** Rows of a table as text (RFC 4180), with the line on which each begins. */
export interface TextRow {
  line: number;
  cells: string[];
}

/** Reads a table of commas, semicolons or tabs; quotes hold line breaks and the sign between cells. */
export function* tableRows(text: string, separator: string): Generator<TextRow> {
  let [line, at] = [1, 0];
  while (at < text.length) {
    const row: TextRow = { line, cells: [] };
    for (let isOpen = true; isOpen; ) {
      const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, separator);
      for (let from = text.indexOf("\n", at); from !== -1 && from < cell.end; from = text.indexOf("\n", from + 1)) line++;
      row.cells.push(cell.value);
      at = cell.end;
      isOpen = text[at] === separator;
      if (isOpen) at++;
    }
    if (text[at] === "\r") at++;
    if (text[at] === "\n") at++;
    line++;
    if (row.cells.some((cell) => cell.trim() !== "")) yield row;
  }
}

function plain(text: string, from: number, separator: string): { value: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
  return { value: text.slice(from, end), end };
}

/** What stands behind the closing quote, up to the next cell, belongs to it: some programs write it so. */
function quoted(text: string, from: number): { value: string; end: number } {
  let value = "";
  let at = from + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, close);
    if (text[close + 1] !== '"') {
      at = close + 1;
      break;
    }
    value += '"';
    at = close + 2;
  }
  let end = at;
  while (end < text.length && !",;\t\r\n".includes(text[end] ?? "")) end++;
  return { value: value + text.slice(at, end), end };
}

/** The sign between the cells of a table, by its first line. */
export function separatorOf(head: string): string {
  const count = (sign: string) => head.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
