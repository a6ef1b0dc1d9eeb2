import type { LineType } from "../loyalty/ledger/line-types";
import type { DocumentLanguage } from "../personal-data/document/words";

/** What a statement says beside names and numbers. */
export interface StatementWords {
  /** @param name of the programme's points, where the house calls them so */
  points: (count: number, unit: string) => string;
  asOf: (day: string) => string;
  card: string;
  show: string;
  nothing: string;
  /** What WhatsApp brings with the picture; `{name}` is the guest's. */
  letter: (count: number, unit: string, house: string) => string;
  /** What a line is for a guest. @param of the branch of a visit, or the name of a reward */
  line: Record<LineType, (of: string) => string>;
}

/** A house that has not named its points gets the word of the language. */
const isUsual = (unit: string) => unit.toLowerCase() === "points";

export const STATEMENT_WORDS: Record<DocumentLanguage, StatementWords> = {
  en: {
    points: (count, unit) => (isUsual(unit) ? (count === 1 ? "point" : "points") : unit),
    asOf: (day) => `As of ${day}`,
    card: "Your card",
    show: "Show it when you use your points",
    nothing: "Nothing yet",
    letter: (count, unit, house) => `{name}, you have ${count} ${unit} at ${house}. The picture has your last visits, and your card.`,
    line: {
      ACCUMULATE_POINTS: (branch) => `Visit, ${branch}`,
      ACCUMULATE_PROMOTION_POINTS: (branch) => `Birthday, ${branch}`,
      CREATE_REWARD: (reward) => reward,
      REDEEM_REWARD: (reward) => reward,
      DELETE_REWARD: (reward) => `${reward}, not taken`,
      ADJUST_POINTS: () => "By the house",
      EXPIRE_POINTS: () => "Expired",
      OTHER: () => "Correction",
    },
  },
  fr: {
    points: (count, unit) => (isUsual(unit) ? (Math.abs(count) < 2 ? "point" : "points") : unit),
    asOf: (day) => `Au ${day}`,
    card: "Votre carte",
    show: "Montrez-la pour utiliser vos points",
    nothing: "Rien pour l’instant",
    letter: (count, unit, house) =>
      `{name}, vous avez ${count} ${unit} chez ${house}. L’image montre vos dernières visites et votre carte.`,
    line: {
      ACCUMULATE_POINTS: (branch) => `Visite, ${branch}`,
      ACCUMULATE_PROMOTION_POINTS: (branch) => `Anniversaire, ${branch}`,
      CREATE_REWARD: (reward) => reward,
      REDEEM_REWARD: (reward) => reward,
      DELETE_REWARD: (reward) => `${reward}, non pris`,
      ADJUST_POINTS: () => "Par la maison",
      EXPIRE_POINTS: () => "Expirés",
      OTHER: () => "Correction",
    },
  },
  ar: {
    points: (_, unit) => (isUsual(unit) ? "نقطة" : unit),
    asOf: (day) => `حتى ${day}`,
    card: "بطاقتك",
    show: "أظهرها عند استعمال النقاط",
    nothing: "لا شيء بعد",
    letter: (count, unit, house) => `{name}، لديكم ${count} ${unit} في ${house}. في الصورة آخر زياراتكم وبطاقتكم.`,
    line: {
      ACCUMULATE_POINTS: (branch) => `زيارة، ${branch}`,
      ACCUMULATE_PROMOTION_POINTS: (branch) => `عيد ميلاد، ${branch}`,
      CREATE_REWARD: (reward) => reward,
      REDEEM_REWARD: (reward) => reward,
      DELETE_REWARD: (reward) => `${reward}، لم تؤخذ`,
      ADJUST_POINTS: () => "من الدار",
      EXPIRE_POINTS: () => "انتهت صلاحيتها",
      OTHER: () => "تصحيح",
    },
  },
};
