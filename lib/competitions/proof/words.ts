import type { Removal } from "../entries/judge";
import type { RuleLanguage } from "../rules-text";

/** Every sentence of the proof. */
export interface ProofWords {
  direction: "ltr" | "rtl";
  /** Its own name, for the link that chooses it. */
  itself: string;
  title: (of: string) => string;
  what: string;
  /** The same of a draw by a secret. */
  whatBySecret: string;
  prize: string;
  house: string;
  times: string;
  opened: string;
  closed: string;
  locked: string;
  draws: string;
  drawn: string;
  rules: string;
  counts: string;
  comments: string;
  entries: string;
  people: string;
  removed: Record<Removal, string>;
  unchecked: string;
  list: string;
  listHelp: string;
  hash: string;
  round: string;
  roundHelp: string;
  secret: string;
  secretHelp: string;
  seed: string;
  notYet: string;
  cancelled: string;
  winners: string;
  place: string;
  who: string;
  entry: string;
  is: { winner: string; reserve: string; out: string };
  reason: string;
  ranking: string;
  check: string;
  checkHelp: string;
  facts: string;
  script: string;
}

export const PROOF_WORDS: Record<RuleLanguage, ProofWords> = {
  en: {
    direction: "ltr",
    itself: "English",
    title: (of) => `Proof of the draw: ${of}`,
    what: "Everybody can check this draw: the list was fixed and published before the randomness existed, and the winners follow from both.",
    whatBySecret:
      "Everybody can check that the winners follow from the list and from the secret whose hash was published with it. Whoever keeps the server could have known the secret before.",
    prize: "Prize",
    house: "House",
    times: "When",
    opened: "Opened",
    closed: "Closed",
    locked: "List locked",
    draws: "Randomness known from",
    drawn: "Drawn",
    rules: "Rules",
    counts: "Who takes part",
    comments: "Comments",
    entries: "Entries that take part",
    people: "People among them",
    removed: {
      two_users: "Left out: one comment of two users",
      empty_text: "Left out: no text",
      after_close: "Left out: after closing",
      excluded_user: "Left out: excluded users and staff",
      previous_winner: "Left out: has won lately",
      missing_keyword: "Left out: the word that was asked for is missing",
      few_mentions: "Left out: too few mentions",
      same_user: "Left out: the same user again",
    },
    unchecked: "Likes and follows cannot be read by the house: a person looks at each winner.",
    list: "The locked list",
    listHelp: "One line stands for one comment: a hash, the person’s number on this list, and initials. Nobody’s whole name is here.",
    hash: "SHA-256 of the list",
    round: "Public randomness",
    roundHelp: "The list names a round of quicknet (drand, League of Entropy) that lay ahead. Read it here:",
    secret: "Secret whose hash was published with the list",
    secretHelp:
      "This house draws without internet: the SHA-256 of a secret stood on the list, and the secret is shown now. It is weaker than public randomness: whoever keeps the server could have known the secret.",
    seed: "Randomness",
    notYet: "It is not drawn yet.",
    cancelled: "This competition is cancelled:",
    winners: "Winners and reserves",
    place: "Place",
    who: "Who",
    entry: "Entry",
    is: { winner: "winner", reserve: "in reserve", out: "disqualified" },
    reason: "Why",
    ranking: "Everybody in their place",
    check: "Check it yourself",
    checkHelp:
      "Save this page, save the program below beside it, and run it with Node.js. Behind the page’s name write the SHA-256 that the house published.",
    facts: "What the program compares",
    script: "The program",
  },
  fr: {
    direction: "ltr",
    itself: "Français",
    title: (of) => `Preuve du tirage : ${of}`,
    what: "Chacun peut vérifier ce tirage : la liste a été fixée et publiée avant que le hasard n’existe, et les gagnants découlent des deux.",
    whatBySecret:
      "Chacun peut vérifier que les gagnants découlent de la liste et du secret dont l’empreinte a été publiée avec elle. Qui gère le serveur a pu connaître le secret avant.",
    prize: "Lot",
    house: "Maison",
    times: "Quand",
    opened: "Ouverture",
    closed: "Clôture",
    locked: "Liste verrouillée",
    draws: "Hasard connu à partir de",
    drawn: "Tirage",
    rules: "Règlement",
    counts: "Qui participe",
    comments: "Commentaires",
    entries: "Participations retenues",
    people: "Personnes parmi elles",
    removed: {
      two_users: "Écartés : un commentaire de deux utilisateurs",
      empty_text: "Écartés : sans texte",
      after_close: "Écartés : après la clôture",
      excluded_user: "Écartés : utilisateurs exclus et personnel",
      previous_winner: "Écartés : a gagné récemment",
      missing_keyword: "Écartés : le mot demandé manque",
      few_mentions: "Écartés : pas assez de mentions",
      same_user: "Écartés : encore le même utilisateur",
    },
    unchecked: "La maison ne peut lire ni les mentions « J’aime » ni les abonnements : une personne vérifie chaque gagnant.",
    list: "La liste verrouillée",
    listHelp:
      "Une ligne représente un commentaire : une empreinte, le numéro de la personne sur cette liste et ses initiales. Aucun nom entier n’y figure.",
    hash: "SHA-256 de la liste",
    round: "Hasard public",
    roundHelp: "La liste nomme un tour de quicknet (drand, League of Entropy) encore à venir. Lisez-le ici :",
    secret: "Secret dont l’empreinte fut publiée avec la liste",
    secretHelp:
      "Cette maison tire sans internet : le SHA-256 d’un secret figurait sur la liste, et le secret est montré maintenant. C’est plus faible que le hasard public : qui tient le serveur aurait pu connaître le secret.",
    seed: "Hasard",
    notYet: "Le tirage n’a pas encore eu lieu.",
    cancelled: "Ce concours est annulé :",
    winners: "Gagnants et suppléants",
    place: "Rang",
    who: "Qui",
    entry: "Participation",
    is: { winner: "gagnant", reserve: "suppléant", out: "disqualifié" },
    reason: "Pourquoi",
    ranking: "Chacun à son rang",
    check: "Vérifiez vous-même",
    checkHelp:
      "Enregistrez cette page, enregistrez le programme ci-dessous à côté, et lancez-le avec Node.js. Après le nom de la page, écrivez le SHA-256 que la maison a publié.",
    facts: "Ce que le programme compare",
    script: "Le programme",
  },
  ar: {
    direction: "rtl",
    itself: "العربية",
    title: (of) => `إثبات السحب: ${of}`,
    what: "يستطيع أي شخص التحقق من هذا السحب: ثُبّتت القائمة ونُشرت قبل أن توجد القيمة العشوائية، والفائزون ينتجون من الاثنتين.",
    whatBySecret:
      "يستطيع أي شخص التحقق من أن الفائزين ينتجون من القائمة ومن السر الذي نُشرت بصمته معها. وكان بإمكان من يدير الخادم أن يعرف السر قبل ذلك.",
    prize: "الجائزة",
    house: "المطعم",
    times: "المواعيد",
    opened: "الافتتاح",
    closed: "الإغلاق",
    locked: "إقفال القائمة",
    draws: "تُعرف القيمة العشوائية ابتداءً من",
    drawn: "السحب",
    rules: "القواعد",
    counts: "المشاركون",
    comments: "التعليقات",
    entries: "المشاركات المقبولة",
    people: "عدد الأشخاص",
    removed: {
      two_users: "مستبعدة: تعليق واحد لمستخدمَين",
      empty_text: "مستبعدة: بلا نص",
      after_close: "مستبعدة: بعد الإغلاق",
      excluded_user: "مستبعدة: مستخدمون مستثنون والموظفون",
      previous_winner: "مستبعدة: فاز مؤخرًا",
      missing_keyword: "مستبعدة: الكلمة المطلوبة غير موجودة",
      few_mentions: "مستبعدة: إشارات غير كافية",
      same_user: "مستبعدة: المستخدم نفسه مجددًا",
    },
    unchecked: "لا يستطيع المطعم قراءة الإعجابات والمتابعات: يتحقق شخص من كل فائز.",
    list: "القائمة المقفلة",
    listHelp: "كل سطر يمثل تعليقًا: بصمة، ورقم الشخص في هذه القائمة، والأحرف الأولى. لا يظهر هنا اسم كامل لأحد.",
    hash: "بصمة القائمة SHA-256",
    round: "عشوائية عامة",
    roundHelp: "تسمّي القائمة جولة مقبلة من quicknet (drand, League of Entropy). اقرأوها هنا:",
    secret: "السر الذي نُشرت بصمته مع القائمة",
    secretHelp:
      "يسحب هذا المطعم بلا إنترنت: كانت بصمة سر مذكورة في القائمة، والسر يظهر الآن. هذا أضعف من العشوائية العامة: كان بإمكان من يدير الخادم أن يعرف السر.",
    seed: "القيمة العشوائية",
    notYet: "لم يجرِ السحب بعد.",
    cancelled: "أُلغيت هذه المسابقة:",
    winners: "الفائزون والاحتياط",
    place: "المرتبة",
    who: "من",
    entry: "المشاركة",
    is: { winner: "فائز", reserve: "احتياط", out: "مستبعد" },
    reason: "السبب",
    ranking: "كل مشارك في مرتبته",
    check: "تحققوا بأنفسكم",
    checkHelp:
      "احفظوا هذه الصفحة، واحفظوا البرنامج أدناه بجانبها، وشغّلوه بـ Node.js. بعد اسم الصفحة اكتبوا بصمة SHA-256 التي نشرها المطعم.",
    facts: "ما يقارنه البرنامج",
    script: "البرنامج",
  },
};
