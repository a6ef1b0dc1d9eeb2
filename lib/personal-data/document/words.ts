/** The languages in which a guest reads what is kept of them: those of our fonts. */
export const DOCUMENT_LANGUAGES = ["ar", "fr", "en"] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** What the document says beside what is kept. */
export interface DocumentWords {
  title: string;
  /** @param day as people of that language write it */
  made: (day: string) => string;
  who: string;
  names: string;
  numbers: string;
  guest: (branch: string) => string;
  fields: Record<"email" | "company" | "title" | "birthday" | "address" | "language" | "likes" | "tags" | "allergies", string>;
  reservations: string;
  /** @param party how many people */
  party: (party: number) => string;
  /** What became of one that did not take place. */
  notTaken: Record<"CANCELLED" | "DECLINED" | "NO_SHOW" | "LEFT", string>;
  notes: Record<"guest_note" | "dietary_note" | "staff_note" | "deposit", string>;
  visits: string;
  table: (number: string) => string;
  points: string;
  pointsSum: (points: number) => string;
  vouchers: string;
  voucher: (serial: string, percent: number, until: string) => string;
  prizeVoucher: (serial: string, prize: string, until: string) => string;
  used: (day: string) => string;
  messages: string;
  kinds: Record<string, string>;
  replies: string;
  wishes: string;
  saidNo: (day: string) => string;
  agreed: (day: string) => string;
  more: (count: number) => string;
  rest: string;
}

export const DOCUMENT_WORDS: Record<DocumentLanguage, DocumentWords> = {
  en: {
    title: "What we keep of you",
    made: (day) => `Made on ${day}`,
    who: "Who you are to us",
    names: "Names",
    numbers: "Phone numbers",
    guest: (branch) => `In the guest book of ${branch}`,
    fields: {
      email: "E-mail",
      company: "Company",
      title: "Title",
      birthday: "Birthday",
      address: "Address",
      language: "Language",
      likes: "What you like",
      tags: "Marks of the house",
      allergies: "Allergies",
    },
    reservations: "Your reservations",
    party: (party) => (party === 1 ? "1 person" : `${party} people`),
    notTaken: { CANCELLED: "cancelled", DECLINED: "declined", NO_SHOW: "nobody came", LEFT: "left before a table was free" },
    notes: { guest_note: "Your wish", dietary_note: "What you cannot eat", staff_note: "Note of the house", deposit: "Deposit" },
    visits: "Your visits",
    table: (number) => `table ${number}`,
    points: "Points",
    pointsSum: (points) => `${points} points in all`,
    vouchers: "Vouchers",
    voucher: (serial, percent, until) => `${serial}: ${percent} % off, good until ${until}`,
    prizeVoucher: (serial, prize, until) => `${serial}: ${prize}, good until ${until}`,
    used: (day) => `used on ${day}`,
    messages: "Messages to you",
    kinds: { menu: "Menu", birthday: "Birthday greeting", service: "Letter" },
    replies: "What you wrote to us",
    wishes: "Your wishes",
    saidNo: (day) => `You want no messages, since ${day}.`,
    agreed: (day) => `You agreed to messages on ${day}.`,
    more: (count) => `and ${count} more, in the file for programs`,
    rest: "You may have any of this corrected, and all of it erased: say so in any of our restaurants.",
  },
  fr: {
    title: "Ce que nous gardons de vous",
    made: (day) => `Établi le ${day}`,
    who: "Qui vous êtes pour nous",
    names: "Noms",
    numbers: "Numéros de téléphone",
    guest: (branch) => `Dans le carnet de ${branch}`,
    fields: {
      email: "E-mail",
      company: "Société",
      title: "Fonction",
      birthday: "Anniversaire",
      address: "Adresse",
      language: "Langue",
      likes: "Ce que vous aimez",
      tags: "Mentions de la maison",
      allergies: "Allergies",
    },
    reservations: "Vos réservations",
    party: (party) => (party === 1 ? "1 personne" : `${party} personnes`),
    notTaken: { CANCELLED: "annulée", DECLINED: "refusée", NO_SHOW: "personne n’est venu", LEFT: "partis avant qu’une table se libère" },
    notes: {
      guest_note: "Votre souhait",
      dietary_note: "Ce que vous ne mangez pas",
      staff_note: "Note de la maison",
      deposit: "Acompte",
    },
    visits: "Vos visites",
    table: (number) => `table ${number}`,
    points: "Points",
    pointsSum: (points) => `${points} points en tout`,
    vouchers: "Bons",
    voucher: (serial, percent, until) => `${serial} : ${percent} % de remise, valable jusqu’au ${until}`,
    prizeVoucher: (serial, prize, until) => `${serial} : ${prize}, valable jusqu’au ${until}`,
    used: (day) => `utilisé le ${day}`,
    messages: "Messages qui vous ont été adressés",
    kinds: { menu: "Menu", birthday: "Vœux d’anniversaire", service: "Lettre" },
    replies: "Ce que vous nous avez écrit",
    wishes: "Vos souhaits",
    saidNo: (day) => `Vous ne voulez pas de messages, depuis le ${day}.`,
    agreed: (day) => `Vous avez accepté des messages le ${day}.`,
    more: (count) => `et ${count} de plus, dans le fichier pour programmes`,
    rest: "Vous pouvez tout faire corriger, et tout faire effacer : dites-le dans l’un de nos restaurants.",
  },
  ar: {
    title: "ما نحفظه عنك",
    made: (day) => `أُعدّ في ${day}`,
    who: "من أنت عندنا",
    names: "الأسماء",
    numbers: "أرقام الهاتف",
    guest: (branch) => `في دفتر ضيوف ${branch}`,
    fields: {
      email: "البريد الإلكتروني",
      company: "الشركة",
      title: "الوظيفة",
      birthday: "عيد الميلاد",
      address: "العنوان",
      language: "اللغة",
      likes: "ما تحبّه",
      tags: "علامات الدار",
      allergies: "الحساسية",
    },
    reservations: "حجوزاتك",
    party: (party) => `عدد الأشخاص: ${party}`,
    notTaken: { CANCELLED: "أُلغي", DECLINED: "لم يُقبل", NO_SHOW: "لم يأتِ أحد", LEFT: "غادرتم قبل أن تفرغ طاولة" },
    notes: { guest_note: "طلبك", dietary_note: "ما لا تأكله", staff_note: "ملاحظة الدار", deposit: "العربون" },
    visits: "زياراتك",
    table: (number) => `طاولة ${number}`,
    points: "النقاط",
    pointsSum: (points) => `المجموع: ${points} نقطة`,
    vouchers: "القسائم",
    voucher: (serial, percent, until) => `${serial}: حسم ${percent}٪، صالحة حتى ${until}`,
    prizeVoucher: (serial, prize, until) => `${serial}: ${prize}، صالحة حتى ${until}`,
    used: (day) => `استُعملت في ${day}`,
    messages: "الرسائل إليك",
    kinds: { menu: "لائحة الطعام", birthday: "تهنئة بعيد الميلاد", service: "رسالة" },
    replies: "ما كتبته لنا",
    wishes: "رغباتك",
    saidNo: (day) => `لا تريد رسائل منذ ${day}.`,
    agreed: (day) => `وافقت على الرسائل في ${day}.`,
    more: (count) => `و${count} غيرها في ملف البرامج`,
    rest: "لك أن تطلب تصحيح أيٍّ من هذا أو محوه كلّه، في أيّ من مطاعمنا.",
  },
};
