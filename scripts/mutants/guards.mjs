// The guards of the product: conditions that keep something from happening, each with what it says when it is switched off.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const FOLDERS = ["lib", "workers", "components", "app"];
const FILES = ["server.ts"];

/** The tests' own hooks: a production build has none of them. */
const HOOKS = "lib/test-hooks.ts";

/**
 * One guard.
 * @typedef {object} Guard
 * @property {string} key what it is called in every version of the source: its file, its text, and which of the same text it is
 * @property {string} file
 * @property {number} line the first is 1
 * @property {string} text in one line
 * @property {string} kind what switching it off does
 * @property {number} start in the file's text
 * @property {number} end
 * @property {"true" | "false"} off what it says when it is switched off
 */

/** @returns {Guard[]} every guard of the sources below a folder, in the order of the files */
export function allGuards(root) {
  const below = (folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) =>
        path
          .relative(root, path.join(entry.parentPath ?? entry.path, entry.name))
          .split(path.sep)
          .join("/"),
      );
  const files = [...FOLDERS.flatMap(below), ...FILES].filter((file) => file !== HOOKS && !file.includes("/generated/")).sort();
  return files.flatMap((file) => guardsOf(file, readFileSync(path.join(root, file), "utf8")));
}

/** @returns {Guard[]} */
export function guardsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const seen = new Map();
  const visit = (node) => {
    for (const [condition, off, kind] of conditionsOf(node)) {
      if (asksWhereItRuns(condition)) continue;
      const text = condition.getText(tree).replace(/\s+/g, " ");
      const same = `${file} ${text}`;
      const nth = (seen.get(same) ?? 0) + 1;
      seen.set(same, nth);
      const start = condition.getStart(tree);
      const line = tree.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ key: `${same} ${nth}`, file, line, text, kind, start, end: condition.end, off });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * So many guards of all, chosen by a seed. Each guard has a place of its own in the seed's order, so that a change elsewhere in the
 * sources moves none of the others: two versions are measured by the same guards.
 */
export function chosenBy(seed, count, guards) {
  const place = ({ key }) => createHash("sha256").update(`${seed} ${key}`).digest("hex");
  return guards
    .map((guard) => ({ guard, at: place(guard) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, count)
    .map(({ guard }) => guard);
}

/** The guards that a node holds, as [condition, what it says when off, kind]. */
function conditionsOf(node) {
  if (ts.isIfStatement(node)) return ofIf(node);
  if (ts.isConditionalExpression(node)) return ofChoice(node);
  if (ts.isBinaryExpression(node)) return ofBoth(node);
  return ofFilter(node);
}

function ofIf({ expression, thenStatement, elseStatement }) {
  if (onlyLogs(thenStatement)) return [];
  if (leaves(thenStatement)) return [[expression, "false", "way out"]];
  return elseStatement ? [] : [[expression, "true", "only then"]];
}

/** A choice between something and nothing; one between two things guards neither. */
function ofChoice(node) {
  const { condition, whenTrue, whenFalse } = node;
  if (isNothing(whenTrue) === isNothing(whenFalse) || isLook(node)) return [];
  return [[condition, isNothing(whenTrue) ? "false" : "true", "or nothing"]];
}

/** Each side of `&&` and `||` where only its truth counts, and what an element of the screen is shown for. */
function ofBoth(node) {
  const { left, right, operatorToken } = node;
  const isAnd = operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  if (!isAnd && operatorToken.kind !== ts.SyntaxKind.BarBarToken) return [];
  if (onlyTruthCounts(node) || (isTruth(left) && isTruth(right))) {
    const neutral = isAnd ? "true" : "false";
    return [left, right].filter((side) => !isBoth(side)).map((side) => [side, neutral, isAnd ? "and" : "or"]);
  }
  return isAnd && isElement(right) ? [[left, "true", "shown only then"]] : [];
}

/** A filter that compares lets everything pass. */
function ofFilter(node) {
  if (!isCallOf(node, /^filter$/)) return [];
  const [predicate] = node.arguments;
  if (!predicate || !ts.isArrowFunction(predicate) || ts.isBlock(predicate.body) || !isTruth(bare(predicate.body))) return [];
  return isBoth(predicate.body) ? [] : [[predicate.body, "true", "filter"]];
}

const bare = (node) => (ts.isParenthesizedExpression(node) ? bare(node.expression) : node);
const isToken = (node, ...kinds) => ts.isBinaryExpression(node) && kinds.includes(node.operatorToken.kind);
const isBoth = (node) => isToken(bare(node), ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken);
const isElement = (node) => ts.isJsxElement(bare(node)) || ts.isJsxSelfClosingElement(bare(node)) || ts.isJsxFragment(bare(node));

function isCallOf(node, names) {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && names.test(node.expression.name.text);
}

const COMPARISONS = ["===", "!==", "<", ">", "<=", ">=", "in", "instanceof"];
const OF_TRUTH =
  /^(is|has|can|may|was|are|must|needs|should|wants|knows|allows|holds|same|includes|some|every|startsWith|endsWith|test)([A-Z]|$)/;

/** Whether an expression is true or false by the look of it. */
function isTruth(node) {
  const one = bare(node);
  if (ts.isPrefixUnaryExpression(one)) return one.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isBinaryExpression(one)) {
    return COMPARISONS.includes(one.operatorToken.getText()) || (isBoth(one) && isTruth(one.left) && isTruth(one.right));
  }
  if (ts.isCallExpression(one)) return one.expression.getText() === "Boolean" || isTruth(one.expression);
  const name = ts.isPropertyAccessExpression(one) ? one.name : one;
  return ts.isIdentifier(name) && OF_TRUTH.test(name.text);
}

/** Whether nothing but the truth of an expression is looked at where it stands. */
function onlyTruthCounts(node) {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || (isBoth(parent) && !isElement(parent.right))) return onlyTruthCounts(parent);
  if (isBoth(parent)) return parent.left === node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  return ts.isArrowFunction(parent) && isCallOf(parent.parent, /^(filter|some|every|find|findIndex|findLast|refine)$/);
}

/** Whether a statement ends the way on: by return, throw, continue or break. */
function leaves(statement) {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return !!last && (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last) || ts.isBreakStatement(last));
}

/** What is said to a log changes nothing. */
function onlyLogs(statement) {
  const statements = ts.isBlock(statement) ? statement.statements : [statement];
  return statements.every((one) => ts.isExpressionStatement(one) && /^(void )?(this\.)?(log|console)\b/.test(one.getText()));
}

const NOTHINGS = [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.FalseKeyword];

function isNothing(node) {
  const one = bare(node);
  if (NOTHINGS.includes(one.kind)) return true;
  if (ts.isIdentifier(one)) return one.text === "undefined";
  if (ts.isStringLiteral(one) || ts.isNumericLiteral(one)) return one.text === "" || one.text === "0";
  if (ts.isArrayLiteralExpression(one)) return one.elements.length === 0;
  return ts.isObjectLiteralExpression(one) && one.properties.length === 0;
}

/** The singular of a word, or how something looks: a choice of texts or of styles keeps nothing from happening. */
function isLook({ whenTrue, whenFalse, parent }) {
  const isText = (node) => ts.isStringLiteral(bare(node)) || ts.isTemplateExpression(bare(node));
  if (isText(whenTrue) && isText(whenFalse)) return true;
  const attribute = ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent) ? parent.parent.name.getText() : "";
  return /^(class|style|variant|color|c|fw|size)/.test(attribute);
}

/** Whether this is the browser or the server is no question that a test can answer otherwise. */
function asksWhereItRuns(condition) {
  return /typeof (window|document|navigator|self|process)\b/.test(condition.getText());
}
