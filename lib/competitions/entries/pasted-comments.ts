/** A comment of a paste. */
interface Pasted {
  /** From 1 on. */
  line: number;
  username: string;
  text: string;
}

/** What Instagram's own page says around a comment: its age, its likes, and buttons. */
const AROUND =
  /^(?:\d+\s?(?:s|m|min|h|d|w|y)|[\d.,]+[km]?\s(?:likes?|replies)|liked by .+|reply|replies|edited|verified|author|pinned|like|follow|see translation|(?:view|hide)\s(?:all\s)?(?:[\d.,]+\s)?(?:more\s)?repl(?:y|ies)(?:\s\([\d.,]+\))?)$/iu;
const AGE = /^\d+\s?(?:s|m|min|h|d|w|y)$/iu;
/** A name alone on its line, with its age behind it where Instagram writes them together. */
const NAME_ALONE = /^@?([a-z0-9._]{1,30})(?:\s+(?:•\s*)?\d+\s?(?:s|m|min|h|d|w|y))?$/iu;
/** A whole comment on one line: nobody is taken for a person by a word alone. */
const ON_ONE_LINE = /^(?:@(\S+?):?|(\S+?):)(?:\s+(.*))?$/su;

/**
 * Reads what was copied from Instagram's page, where the name, the age, the words, the likes and "Reply" each have a line; and lines that each
 * begin with `@name` or `name:`.
 * @returns also lines that are no comment's: a word of somebody's text must not become a person who can win
 */
export function pastedComments(text: string): { comments: Pasted[]; strangers: { line: number; words: string }[] } {
  const lines = text.split(/\r?\n/).map((words, index) => ({ line: index + 1, words: words.trim() }));
  const said = lines.filter(({ words }) => words !== "");
  return said.some(({ words }) => AGE.test(words) || /^reply$/i.test(words)) ? asOnThePage(said) : asLines(said);
}

type Line = { line: number; words: string };

function asLines(lines: readonly Line[]) {
  const comments: Pasted[] = [];
  const strangers: Line[] = [];
  for (const one of lines) {
    const [whole, marked, named, text = ""] = ON_ONE_LINE.exec(one.words) ?? [];
    if (whole === undefined) strangers.push(one);
    else comments.push({ line: one.line, username: marked ?? named ?? "", text });
  }
  return { comments, strangers };
}

function asOnThePage(lines: readonly Line[]) {
  const comments: Pasted[] = [];
  const strangers: Line[] = [];
  let open: Pasted | null = null;
  for (const [at, one] of lines.entries()) {
    if (AROUND.test(one.words)) {
      if (/^reply$/i.test(one.words)) open = null;
      continue;
    }
    const [whole, username = ""] = NAME_ALONE.exec(one.words) ?? [];
    const isAged = AGE.test(lines[at + 1]?.words ?? "") || /\s\d+\s?(?:s|m|min|h|d|w|y)$/i.test(one.words);
    if (whole !== undefined && (open === null || isAged)) {
      open = { line: one.line, username, text: "" };
      comments.push(open);
    } else if (open) open.text = open.text === "" ? one.words : `${open.text}\n${one.words}`;
    else strangers.push(one);
  }
  return { comments, strangers };
}
