/** The languages of the rules, in the order in which guests here read them. */
export const RULE_LANGUAGES = ["ar", "fr", "en"] as const;
export type RuleLanguage = (typeof RULE_LANGUAGES)[number];

export type RulesText = Record<RuleLanguage, string>;

/** What Instagram asks of everybody who draws among its users; it stands in the rules of each competition, whatever else does. */
export const REQUIRED: Record<RuleLanguage, { release: string; independence: string }> = {
  en: {
    release: "Everybody who takes part releases Instagram completely from all claims and liability in connection with this competition.",
    independence: "This competition is in no way sponsored, endorsed or administered by, or associated with, Instagram.",
  },
  fr: {
    release: "Chaque participant dégage Instagram de toute réclamation et de toute responsabilité en lien avec ce concours.",
    independence: "Ce concours n’est ni sponsorisé, ni approuvé, ni administré par Instagram, et ne lui est associé d’aucune manière.",
  },
  ar: {
    release: "يُعفي كل مشارك إنستغرام إعفاءً كاملًا من أي مطالبة أو مسؤولية تتعلق بهذه المسابقة.",
    independence: "هذه المسابقة ليست برعاية إنستغرام ولا بتأييده ولا بإدارته، ولا علاقة له بها بأي شكل.",
  },
};

/** The rules as everybody reads them: the house's own words, in any language that it wrote them in, and both sentences. */
export function wholeRules(own: RulesText, language: RuleLanguage): string {
  const words = own[language] || RULE_LANGUAGES.map((one) => own[one]).find(Boolean) || "";
  const { release, independence } = REQUIRED[language];
  const missing = [release, independence].filter((sentence) => !words.includes(sentence));
  return [words, ...missing].filter(Boolean).join("\n");
}

/** All of them as one text, of which the locked list has the hash. */
export const rulesToHash = (own: RulesText): string =>
  RULE_LANGUAGES.map((language) => `${language}\n${wholeRules(own, language)}`).join("\n\n");
