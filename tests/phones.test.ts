import { describe, expect, it } from "vitest";
import { asciiDigits } from "@/lib/digits";
import {
  hasPhoneKey,
  isValidPhone,
  maybeSamePhone,
  normalisePhone,
  readPhone,
  readPhones,
  samePhone,
  sharesPhone,
  shownNumbers,
  splitPhones,
} from "@/lib/phones";
import { rng } from "../scripts/guests.mjs";

describe("a phones string", () => {
  it.each([
    ["03 123456", ["03 123456"]],
    ["03/123456", ["03/123456"]],
    ["70/123456", ["70/123456"]],
    ["71/123/456", ["71/123/456"]],
    ["961/3/123456", ["961/3/123456"]],
    ["961/71/123/456", ["961/71/123/456"]],
    ["+961/3/123456", ["+961/3/123456"]],
    ["03/12/34/56", ["03/12/34/56"]],
    ["+33/6/71/12/34/56, 71/123456", ["+33/6/71/12/34/56", "71/123456"]],
    ["71/123/456/03/123456", ["71/123/456", "03/123456"]],
    ["112/03 123456", ["112", "03 123456"]],
    ["112/0312345678901", ["112/0312345678901"]],
    ["03 - 123456", ["03 - 123456"]],
    ["03 123456 - 70 654321", ["03 123456", "70 654321"]],
    ["70-123456", ["70-123456"]],
    ["03 123456 & 70 654321", ["03 123456", "70 654321"]],
    ["03 123456 or 70 654321 ou 71 999888", ["03 123456", "70 654321", "71 999888"]],
    ["٠٣١٢٣٤٥٦ و ٧٠٦٥٤٣٢١", ["٠٣١٢٣٤٥٦", "٧٠٦٥٤٣٢١"]],
    ["03123456 و70654321، 71999888", ["03123456", "70654321", "71999888"]],
    ["03 123456 ::: 70 654321:::71999888", ["03 123456", "70 654321", "71999888"]],
    ["01 234567 ext. 5 / 70 654321", ["01 234567 ext. 5", "70 654321"]],
    ["+961-1-234567;ext=5, 01 234567, x12", ["+961-1-234567;ext=5", "01 234567, x12"]],
    ["03/123456, 70/123456", ["03/123456", "70/123456"]],
    ["03 123456/70 123456", ["03 123456", "70 123456"]],
    ["03 123456 / 70 123456 / 71 999888", ["03 123456", "70 123456", "71 999888"]],
    ["03/123456/70/654321", ["03/123456", "70/654321"]],
    [
      "03 123456,70 123456|71 123456;76 123456\n78 123456\r\n79 123456",
      ["03 123456", "70 123456", "71 123456", "76 123456", "78 123456", "79 123456"],
    ],
    ["٠٣/١٢٣٤٥٦", ["٠٣/١٢٣٤٥٦"]],
    [" , ;| / \n", []],
    ["home: 03 123456, work: none", ["home: 03 123456"]],
    ["", []],
    ["112", ["112"]],
    ["112/", ["112"]],
    ["03//123456", ["03/123456"]],
    ["03/ ,70/123456", ["03", "70/123456"]],
  ])("%j holds %j", (phones, numbers) => {
    expect(splitPhones(phones)).toEqual(numbers);
  });
});

describe("a number", () => {
  it.each([
    ["03 123456", "9613123456"],
    ["03/123456", "9613123456"],
    ["3 123456", "9613123456"],
    ["+961 3 123456", "9613123456"],
    ["009613123456", "9613123456"],
    ["9613123456", "9613123456"],
    ["+961 (0)3 123 456", "9613123456"],
    ["+33 (0)6 71 12 34 56", "33671123456"],
    ["0033 06 71 12 34 56", "33671123456"],
    ["+44 (0)7911 555784", "447911555784"],
    ["+39 06 6982 1234", "390669821234"],
    ["961 03 123456", "9613123456"],
    ["٠٣ ١٢٣ ٤٥٦", "9613123456"],
    ["۰۳۱۲۳۴۵۶", "9613123456"],
    ["(+961) 3-123-456", "9613123456"],
    ["70 123 456", "96170123456"],
    ["70/123456", "96170123456"],
    ["+961 70 123456", "96170123456"],
    ["01 234567", "9611234567"],
    ["+33 6 71 12 34 56", "33671123456"],
    ["0033 6 71 12 34 56", "33671123456"],
    ["+1 (242) 322-1234", "12423221234"],
    ["33671888001", "33671888001"],
    ["447911123456", "447911123456"],
    ["971501234567", "971501234567"],
    ["963933123456", "963933123456"],
    ["33 6 71 88 80 01", "33671888001"],
    ["123456789", "961123456789"],
    ["33671123456", "33671123456"],
    ["12423221234", "12423221234"],
    ["067112345678", "96167112345678"],
    ["7112345678", "9617112345678"],
    ["96112345", "96196112345"],
    ["01 234567 ext 5", "9611234567"],
    ["01 234567 ext. ٥", "9611234567"],
    ["01 234567 x12", "9611234567"],
    ["01 234567 (poste 12)", "9611234567"],
    ["01 234567 #5", "9611234567"],
    ["+961-1-234567;ext=5", "9611234567"],
    ["x12", "96112"],
    ["01 234567 box 12", "961123456712"],
    ["00000000", "00000000"],
    ["tel", ""],
    ["", ""],
    ["+", ""],
  ])("%j is %j with the country code once", (typed, digits) => {
    expect(normalisePhone(typed)).toBe(digits);
  });

  it("takes the country code that was chosen", () => {
    expect(normalisePhone("06 71 12 34 56", "33")).toBe("33671123456");
    expect(normalisePhone("+961 3 123456", "33")).toBe("9613123456");
    expect(normalisePhone("242 322 1234", "1")).toBe("12423221234");
  });

  it.each([
    ["03 123456", "13123456"],
    ["+961 70 123456", "70123456"],
    ["+33 6 71 12 34 56", "71123456"],
    ["01 234567 ext 5", "11234567"],
    ["87 654321", "87654321"],
    ["+290 51234", "29051234"],
    ["+683 4002", "6834002"],
  ])("%j has the key %j", (typed, key) => {
    expect(readPhone(typed)?.key).toBe(key);
  });

  it.each([
    ...["0", "00000000", "12", "123", "112", "11111111", "99999999", "12345678", "03 12", "06 71 12 34 56", "+1 111 111 1111"],
    ...["+33 71 123 456", "+999 12345678", "fax 01 234567", "01 234567 (Fax)", "pager: 03 123456", "فاكس ٠١٢٣٤٥٦٧"],
  ])("%j has none, and is nobody's", (typed) => {
    const number = readPhone(typed);
    expect(number).toMatchObject({ typed, key: "" });
    expect(readPhones(typed)).toEqual([number]);
    expect([sharesPhone(readPhones(typed), readPhones(typed)), hasPhoneKey(readPhones(typed))]).toEqual([false, false]);
  });

  it("that is a fax in one place and a telephone in another is a telephone", () => {
    expect(readPhones("fax 01 234567, 01 234567")).toMatchObject([{ typed: "fax 01 234567", key: "11234567" }]);
  });

  it("stays as it was typed", () => {
    expect(readPhone(" 03/123 456 ")).toEqual({ typed: "03/123 456", digits: "9613123456", key: "13123456", calling_code: "961" });
    expect(readPhone("no digits")).toBeNull();
  });

  it("that nobody can have is kept and flagged", () => {
    const number = readPhone("03 12");
    expect(number).toMatchObject({ typed: "03 12", digits: "961312", key: "" });
    expect(number && isValidPhone(number)).toBe(false);
    expect(shownNumbers("03 12")).toEqual([{ shown: "03 12", digits: "", doubtful: true }]);
  });

  it.each([
    ["03123456", "+961 3 123 456"],
    ["٠٣١٢٣٤٥٦", "+961 3 123 456"],
    ["96171234567", "+961 71 234 567"],
    ["+33671123456", "+33 6 71 12 34 56"],
    ["33671123456", "+33 6 71 12 34 56"],
    ["01234567 ext. 5", "+961 1 234 567 ext. 5"],
    ["fax 01234567", "fax 01234567"],
  ])("%j is shown as %j", (phones, shown) => {
    expect(shownNumbers(phones)).toMatchObject([{ shown }]);
    expect(shownNumbers(phones)[0]?.doubtful).toBeUndefined();
  });

  it.each([
    ["00961 87 654321", "+961 87 654 321", "96187654321"],
    ["+33 0 71 12 34 56", "+33 071 123 456", "33071123456"],
    ["123", "123", ""],
    ["11111111", "11111111", ""],
  ])("%j, which the library doubts, is shown as %j and flagged", (phones, shown, digits) => {
    expect(isValidPhone({ digits: normalisePhone(phones) })).toBe(false);
    expect(shownNumbers(phones)).toEqual([{ shown, digits, doubtful: true }]);
  });

  it("of several is shown once each, and each whole", () => {
    expect(shownNumbers("03 123456 / 71 234 567, 9613123456")).toEqual([
      { shown: "+961 3 123 456", digits: "9613123456" },
      { shown: "+961 71 234 567", digits: "96171234567" },
    ]);
  });
});

describe("two numbers", () => {
  const same = (a: string, b: string) => samePhone(...pair(a, b));
  const maybe = (a: string, b: string) => maybeSamePhone(...pair(a, b));

  it.each([
    ["03 123 456", "+961 3 123456"],
    ["03 123 456", "009613123456"],
    ["70 123456", "96170123456"],
    ["03/123456", "٠٣ ١٢٣٤٥٦"],
  ])("%j and %j are one person's", (a, b) => {
    expect([same(a, b), same(b, a), maybe(a, b)]).toEqual([true, true, false]);
  });

  it.each([
    ["+33 6 71 12 34 56", "71 123 456"],
    ["+33 0 71 12 34 56", "71 123 456"],
    ["+33 2 71 12 34 56", "+34 2 71 12 34 56"],
    ["+1 558 711 2345", "87 112 345"],
  ])("%j and %j may be one person's, and are never taken for it", (a, b) => {
    expect([same(a, b), same(b, a), maybe(a, b), maybe(b, a)]).toEqual([false, false, true, true]);
  });

  it.each([
    ["03 123456", "03 123457"],
    ["03 123456", "70 123456"],
    ["112", "113"],
    ["112", "112"],
    ["+33 71 123 456", "71 123 456"],
  ])("%j and %j are two people's", (a, b) => {
    expect([same(a, b), maybe(a, b)]).toEqual([false, false]);
  });
});

function pair(a: string, b: string) {
  const [one, other] = [readPhone(a), readPhone(b)];
  if (!one || !other) throw new Error("Both hold digits.");
  return [one, other] as const;
}

describe("several numbers", () => {
  it("are read in order, each once", () => {
    expect(readPhones("03 123456, +961 3 123456 / 70 111222").map((number) => number.digits)).toEqual(["9613123456", "96170111222"]);
  });

  it("make two people one when they share any", () => {
    expect(sharesPhone(readPhones("01 234567, 03 123456"), readPhones("70 111222; +9613123456"))).toBe(true);
    expect(sharesPhone(readPhones("01 234567"), readPhones("70 111222"))).toBe(false);
    expect(sharesPhone(readPhones("none"), readPhones("none"))).toBe(false);
  });
});

describe("whatever is typed", () => {
  const random = rng(5);
  const alphabet = [..."0123456789٠١٣٩۴ +-/()،,;|.\nabc"];
  const texts = Array.from({ length: 2_000 }, () =>
    Array.from({ length: Math.floor(random() * 24) }, () => alphabet[Math.floor(random() * alphabet.length)]).join(""),
  );

  it("no digit is lost, and nothing but digits is kept", () => {
    for (const text of texts) {
      const typed = asciiDigits(splitPhones(text).join("")).replace(/\D/g, "");
      expect(typed).toBe(asciiDigits(text).replace(/\D/g, ""));
      for (const { digits, key } of readPhones(text)) {
        expect(digits).toMatch(/^\d+$/);
        expect(digits.endsWith(key)).toBe(true);
        if (key) expect(key.length).toBe(Math.min(8, digits.length));
      }
    }
  });

  it("the country code comes once, however often a number is normalised", () => {
    for (const prefix of ["3", "70", "71", "76", "78", "79", "81", "1", "4", "9"]) {
      for (let round = 0; round < 50; round++) {
        const national = prefix + String(Math.floor(random() * 1e6)).padStart(6, "0");
        const spellings = [
          `0${national}`,
          national,
          `961${national}`,
          `+961${national}`,
          `00961${national}`,
          `+961 (0)${national}`,
          `961 0${national}`,
        ];
        for (const spelling of spellings)
          expect({ spelling, digits: normalisePhone(spelling) }).toEqual({ spelling, digits: `961${national}` });
        expect(normalisePhone(normalisePhone(national))).toBe(`961${national}`);
      }
    }
  });
});

describe("a text that was made to keep others waiting", () => {
  const spent = (text: string) => {
    const rounds = Array.from({ length: 9 }, () => {
      const start = process.cpuUsage();
      for (let time = 0; time < 40; time++) readPhones(text);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    });
    return rounds.sort((one, other) => one - other)[4] ?? 0;
  };
  const foreign = Array.from({ length: 30 }, (_, at) => `+3367112${1_000 + at}`).join(",");

  it.each(["9,", "+1,", "0,0;", "٩,"])("takes no longer than one of real numbers: %s", (piece) => {
    const text = piece.repeat(400).slice(0, 400);
    expect(spent(text) / spent(foreign)).toBeLessThan(4);
  });

  it("gives each of its pieces as it is read alone, whoever changes what was given before", () => {
    const [first] = readPhones("9");
    if (first) first.key = "changed";
    expect(readPhones("9, 12")).toEqual([
      { typed: "9", digits: "9619", key: "", calling_code: "" },
      { typed: "12", digits: "96112", key: "", calling_code: "961" },
    ]);
    expect(readPhones("12", "33")[0]).toMatchObject({ digits: "3312", calling_code: "33" });
  });
});
