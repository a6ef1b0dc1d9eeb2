import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { closeBranch } from "@/lib/branches/contract";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";

/** The command as somebody types it after `npm run import --`. */
function runImport(data: string, ...words: string[]) {
  return runImportAt(process.cwd(), data, ...words);
}

/** @param folder where that person stands; npm says it, and runs the command in the program's own folder */
function runImportAt(folder: string, data: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist-test/import.mjs", ...words], {
    env: { ...process.env, DATA_DIR: data, INIT_CWD: folder },
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

describe("npm run import", () => {
  it("brings a file into a branch's guest book and names each row that stays out", () => {
    const data = enterHouse();
    const file = path.join(data, "guests.csv");
    writeFileSync(file, "Phone,NAME,bday\n03 123456,رامي خوري,14/5\n+961 3 123456,Rami,\n70 111222,Maya,31/2\n");
    const trial = runImport(data, file, "--branch", "batroun", "--dry-run");
    expect(trial.said).toContain("This was a trial run. Nothing was changed.");
    expect(rows(storeFile("batroun", "contacts"), "SELECT 1 FROM contact")).toEqual([]);
    const { status, said } = runImport(data, file, "--branch", "batroun");
    expect(said).toMatch(/line 3: The same phone as رامي خوري, who came with this file\.\nline 4: The birthday was not understood/);
    expect(said).toContain("3 rows: 2 inserted, 1 already there (0 of them filled in), 0 left out.");
    expect(status).toBe(0);
    expect(rows(storeFile("batroun", "contacts"), "SELECT name, birthday FROM contact")).toEqual([
      { name: "رامي خوري", birthday: "--05-14" },
      { name: "Maya", birthday: "" },
    ]);
  });

  it("reads the file from where the person stands, and asks before it leaves phones out", () => {
    const data = enterHouse();
    writeFileSync(path.join(data, "guests.csv"), 'Name,Phone,"Spouse, No",Driver\nMaya,03 123456,71 222333,70 111222\n');
    const asked = runImportAt(data, data, "guests.csv", "--branch", "batroun");
    expect(asked.status).toBe(1);
    expect(asked.said).toContain('The columns "Spouse, No" and "Driver" were not read');
    expect(rows(storeFile("batroun", "contacts"), "SELECT 1 FROM contact")).toEqual([]);
    const { said } = runImportAt(data, data, "guests.csv", "--branch", "batroun", "--ignore", "driver", "--ignore", "Spouse, No");
    expect(said).toContain("1 rows: 1 inserted");
    expect(said).toContain('"Driver" was not taken: it says something in 1 rows.');
  });

  it("takes a column for what somebody says that it is, and refuses what is no field", () => {
    const data = enterHouse();
    const file = path.join(data, "guests.csv");
    writeFileSync(file, "Name,Phone,Spouse Mobile\nMaya,03 123456,71 222333\n");
    const wrong = runImport(data, file, "--branch", "batroun", "--column", "Spouse Mobile=telephone");
    expect(wrong).toMatchObject({ status: 1, said: expect.stringContaining("Say --column HEADING=FIELD, with FIELD out of") });
    const { said } = runImport(data, file, "--branch", "batroun", "--column", "Spouse Mobile=phone");
    expect(said).toContain("1 rows: 1 inserted");
    expect(rows(storeFile("batroun", "contacts"), "SELECT phones FROM contact")).toEqual([
      { phones: expect.stringMatching(/71.?222.?333/) },
    ]);
  });

  it("does with wrong rows what is chosen, and writes them into a file to be mended and brought in", () => {
    const data = enterHouse();
    writeFileSync(
      path.join(data, "guests.csv"),
      "name,phone,email,birthday\nSami,76 811 811,sami@,\nRola,9.6E+11,,\nJoe,76 833 833,,31/2\n",
    );
    const run = (...words: string[]) => runImportAt(data, data, "guests.csv", "--branch", "batroun", ...words);
    const trial = run("--dry-run", "--wrong-rows", "wrong.csv");
    expect(trial.said).toContain("3 wrong rows are in wrong.csv: mend them, and bring that file in.");
    expect(trial.said).toContain('A bad e-mail, in 1 row: Without it (--wrong bad_email=out for "Leave out").');
    const text = readFileSync(path.join(data, "wrong.csv"), "utf8");
    expect(text.trim().split("\r\n")).toHaveLength(4);
    expect(run("--wrong-rows", "wrong.csv")).toMatchObject({
      status: 1,
      said: expect.stringContaining("There is a file wrong.csv already."),
    });
    expect(run("--wrong", "bad_email=keep")).toMatchObject({ status: 1, said: expect.stringContaining("Say --wrong KIND=CHOICE, out of") });
    const { said } = run("--wrong", "bad_email=out", "--wrong", "lost_number=out");
    expect(said).toContain("3 rows: 1 inserted, 0 already there (0 of them filled in), 2 left out.");
    writeFileSync(
      path.join(data, "mended.csv"),
      text.replace("sami@", "sami@x.lb").replace("9.6E+11", "76 822 822").replace("31/2", "28/2"),
    );
    runImportAt(data, data, "mended.csv", "--branch", "batroun");
    expect(rows(storeFile("batroun", "contacts"), "SELECT name, phones, email, birthday FROM contact ORDER BY name")).toEqual([
      { name: "Joe", phones: "76 833 833", email: "", birthday: "--02-28" },
      { name: "Rola", phones: "76 822 822", email: "", birthday: "" },
      { name: "Sami", phones: "76 811 811", email: "sami@x.lb", birthday: "" },
    ]);
  });

  it("reads birthdays month first only when it is told to", () => {
    const data = enterHouse();
    const file = path.join(data, "guests.csv");
    writeFileSync(file, "Phone,NAME,bday\n03 123456,Rami,5/14/1990\n");
    expect(runImport(data, file, "--branch", "batroun").said).toMatch(
      /line 2: .*\n1 rows: 1 inserted.*\nA bad birthday, in 1 row: .*\nThe birthday in line 2 can only be month\/day\..*--dates mdy/,
    );
    expect(runImport(data, file, "--branch", "batroun", "--dates", "mdy").said).toContain("1 already there (1 of them filled in)");
    expect(rows(storeFile("batroun", "contacts"), "SELECT birthday FROM contact")).toEqual([{ birthday: "--05-14" }]);
  });

  it("brings nothing into a branch that is closed", async () => {
    const data = enterHouse();
    await call("admin", closeBranch, { params: { key: "batroun" } });
    await closeStores();
    const { status, said } = runImport(data, "package.json", "--branch", "batroun");
    expect([status, said]).toEqual([1, expect.stringContaining("Batroun is closed")]);
  });

  it.each([
    [["package.json", "--branch", "batroun", "--dates", "ymd"], "Say --dates dmy for day/month"],
    [["nowhere.csv", "--branch", "batroun"], "There is no file nowhere.csv."],
    [["package.json", "--branch", "beirut"], "Say which file and which branch"],
    [[], "Say which file and which branch"],
  ])("says what is wrong with %j", (words, sentence) => {
    const { status, said } = runImport(enterHouse(), ...words);
    expect(said).toContain(sentence);
    expect(status).toBe(1);
  });
});
