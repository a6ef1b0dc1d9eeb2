/** Words that end with a technical part in brackets: the specification names them so, and the second part is small. */
export function WordsWithBrackets({ text }: { text: string }) {
  const [plain, technical] = text.split(/ (?=\([A-Za-z]+\)$)/);
  return technical ? (
    <span>
      {plain} <small>{technical}</small>
    </span>
  ) : (
    plain
  );
}
