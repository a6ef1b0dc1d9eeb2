import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** A file of ours, with its text and its syntax. */
export interface Source {
  file: string;
  text: string;
  tree: ts.SourceFile;
}

const FOLDERS = ["app", "components", "lib", "workers", "scripts"];
const ROOT_FILES = ["server.ts", "proxy.ts", "next.config.ts"];
const CODE = /\.(ts|tsx|mjs)$/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("/generated/"))
    .sort();
}

function read(file: string): Source {
  const text = readFileSync(file, "utf8");
  return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
}

/** Every file of the product itself. */
export const SOURCES: Source[] = [...FOLDERS.flatMap(filesBelow), ...ROOT_FILES].map(read);

export const below = (folder: string) => SOURCES.filter(({ file }) => file.startsWith(`${folder}/`));

/** One import of a file. `from` is a file of ours without its ending, or the name of a package. */
export interface Import {
  from: string;
  /** It is gone when the program runs. */
  typeOnly: boolean;
  /** `import()`: its code comes when it is asked for. */
  later: boolean;
}

export function importsOf(source: Source): Import[] {
  const imports: Import[] = [];
  const visit = (node: ts.Node) => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      imports.push({ from: placeOf(node.moduleSpecifier.text, source.file), typeOnly: isTypeOnly(node), later: false });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument))
        imports.push({ from: placeOf(argument.text, source.file), typeOnly: false, later: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return imports;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    !!named &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

function placeOf(specifier: string, file: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  return specifier.startsWith(".") ? path.join(path.dirname(file), specifier) : specifier;
}

/** The source that an import leads to, if it is one of ours. */
export function sourceAt(place: string): Source | undefined {
  return SOURCES.find(({ file }) => file === place || file.replace(CODE, "") === place);
}

/** Every function of a file with its name and its lines. */
export function functionsOf({ tree, file }: Source): { name: string; lines: number }[] {
  const functions: { name: string; lines: number }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const line = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
      functions.push({ name: `${file} ${nameOf(node)}`, lines: line(node.end) - line(node.getStart()) + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return functions;
}

function nameOf(node: ts.Node): string {
  const named = (node as ts.FunctionDeclaration).name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? "(unnamed)";
}
