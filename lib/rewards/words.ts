/** The message with the code, in the languages in which the house writes; everybody else gets English. */
const WORDS: Record<string, (reward: string, code: string) => string> = {
  en: (reward, code) =>
    `{name}, the code for ${reward} at {branch} is ${code}. It counts for ten minutes. Tell it only if you want this now.`,
  fr: (reward, code) =>
    `{name}, le code pour ${reward} chez {branch} est ${code}. Il est valable dix minutes. Donnez-le seulement si vous le voulez maintenant.`,
  ar: (reward, code) => `{name}، رمز ${reward} في {branch} هو ${code}. صالح لعشر دقائق. أعطوه فقط إذا أردتم ذلك الآن.`,
};

/** What a guest reads who is asked to confirm a reward. */
export function codeMessage(language: string, reward: string, code: string): string {
  const words = WORDS[language] ?? WORDS.en;
  return words?.(reward.replace(/[{}]/g, ""), code) ?? "";
}
