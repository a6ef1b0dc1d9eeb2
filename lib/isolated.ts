/** A text in its own direction among others, also where it is pasted or printed: U+2068 and U+2069 of the Unicode bidirectional algorithm (UAX 9). */
export const isolated = (text: string) => `\u2068${text}\u2069`;
