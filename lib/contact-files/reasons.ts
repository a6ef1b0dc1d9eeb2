import { NOT_UNDERSTOOD } from "../birthday-dates";

/** Why a row stays out: one plain sentence without names or numbers of the guest. */
export const REASONS = {
  empty: "This file is empty.",
  unknownFormat:
    "This is neither a vCard nor a CSV file with a name or phone column. Say what its columns hold, or export the contacts again as vCard (.vcf), CSV or an Excel workbook (.xlsx).",
  damagedWorkbook:
    "This Excel workbook is damaged, has a password, or holds no sheet. What stands from here on was not read: save it anew as .xlsx, or as CSV.",
  tooLongWorkbook:
    "This Excel workbook holds far more than a list of contacts does. What stands from here on was not read: save the sheet of contacts as CSV.",
  oldWorkbook: "This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.",
  unknownLetters:
    "In which charset this file writes letters such as é was not clear, and nothing was brought in. Export it again as vCard or as CSV UTF-8.",
  noContacts: "This file names its columns, but no contact follows.",
  nobody: "This contact has neither a name nor a phone number.",
  birthday: NOT_UNDERSTOOD,
  monthFirst:
    "This birthday may be written month first, and was not guessed at. Write it as day/month, or say in which order the file is written: dates=mdy or dates=dmy (the command: --dates mdy or --dates dmy).",
  dayFirst:
    "This birthday is written day first, and the file was read month first as you asked. Write it as month/day, or bring the file in with dates=dmy (the command: --dates dmy).",
  islamicYear:
    "This birthday has a year of the Islamic calendar, and was not guessed at. Write the day of the Gregorian calendar, for example 14/5/1985.",
  addedAt:
    "The day on which this guest was added was not understood, and the day of the import was taken. Write it as YYYY-MM-DD, for example 2026-11-20, or as day/month/year (month/day/year with dates=mdy; the command: --dates mdy).",
  shortenedPhone:
    "A spreadsheet has shortened the phone number and lost its last digits. Format that column as text and type the number again.",
  oneOrSeveral:
    "This phone could be one number or several, and was not guessed at. Put a comma between two numbers, or write one number without blanks and signs.",
  noNumber: "No number of this contact can be called.",
  noEmail: "This is no e-mail address. Write it as name@example.com.",
  asWritten: "This phone could be one number or several, and came in as it was exported. Put a comma between two numbers.",
  damagedLine: "This line of the card is damaged and was left out. What else the card says came in.",
  strayText: "This text stands outside any card and was passed over.",
  strayCard: "The beginning of this card is missing: it needs a line BEGIN:VCARD before it. It was not read.",
  damagedCard: "This card is damaged and could not be read.",
  unfinishedCard: "This card stops in the middle: its end is missing. Export the contacts again.",
  groupCard: "This card is a group of contacts and not a person.",
  tooLong: "This contact is far too long to be read.",
  openQuote: 'This row opens a quotation mark (") that is never closed.',
  extraColumns: "This row has more columns than the first row names. A comma inside a text needs quotation marks around that text.",
} as const;
