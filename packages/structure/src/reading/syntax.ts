import { extname } from 'node:path';
import {
  type Comment,
  type Expression,
  type Function as FunctionNode,
  type ParseResult,
  parseSync,
  type Statement,
  type TSType,
  Visitor,
  type VisitorObject,
} from 'oxc-parser';
import type { Breach, SourceFile } from './source.ts';

type Statements = readonly (Statement | ParseResult['program']['body'][number])[];

/** The top-level statements of a file; none if it is not TypeScript or JavaScript. */
export function statementsOf(file: SourceFile): Statements {
  return parsed(file)?.program.body ?? [];
}

/** True if the file cannot be parsed, so that no rule can check it. */
export function isIllegible(file: SourceFile): boolean {
  const tree = parsed(file);
  return tree !== undefined && tree.errors.length > 0 && tree.program.body.length === 0;
}

export function visit(file: SourceFile, visitor: VisitorObject): void {
  const tree = parsed(file);
  if (tree) new Visitor(visitor).visit(tree.program);
}

export function commentsOf(file: SourceFile): readonly Comment[] {
  return parsed(file)?.comments ?? [];
}

/** The number of lines of a node. */
export function linesOf(file: SourceFile, node: { start: number; end: number }): number {
  return file.text.slice(node.start, node.end).split('\n').length;
}

export function breachAt(file: SourceFile, node: { start: number }, why: string): Breach {
  return { path: file.path, line: linesOf(file, { start: 0, end: node.start }), why };
}

/** `a.b.c` as `['a', 'b', 'c']`, with `?` for anything that is not a name. */
export function namePath(node: Expression): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'ThisExpression') return ['this'];
  if (node.type === 'ChainExpression') return namePath(node.expression);
  if (node.type === 'CallExpression') return [...namePath(node.callee), '()'];
  if (node.type !== 'MemberExpression') return ['?'];
  const property = node.property;
  const name = !node.computed && property.type === 'Identifier' ? property.name : '?';
  return [...namePath(node.object), name];
}

/** An expression without the `as`, `satisfies` and brackets around it. */
export function bare(node: Expression | null): Expression | null {
  const wrapped = node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression';
  return wrapped ? bare(node.expression) : node;
}

/** The function declared at the top of a file, exported or not. */
export function functionOf(statement: Statements[number]): FunctionNode | undefined {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  const isFunction = declared?.type === 'FunctionDeclaration' || declared?.type === 'TSDeclareFunction';
  return isFunction ? declared : undefined;
}

/** The names a file exports by a list: `export { a, b as c }` gives a and b. */
export function listedExports(file: SourceFile): Set<string> {
  const names = statementsOf(file).flatMap(statement =>
    statement.type === 'ExportNamedDeclaration' && !statement.source
      ? statement.specifiers.map(({ local }) => (local.type === 'Literal' ? local.value : local.name))
      : [],
  );
  return new Set(names);
}

/** The names of a type: A and B for `A | B`, with `?` for anything that is not a name. */
export function typeNames(type: TSType | undefined): string[] {
  if (type?.type === 'TSUnionType') return type.types.flatMap(typeNames);
  if (type?.type !== 'TSTypeReference' || type.typeArguments) return ['?'];
  return type.typeName.type === 'Identifier' ? [type.typeName.name] : ['?'];
}

const SCRIPT = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']);
const trees = new WeakMap<SourceFile, ParseResult>();

function parsed(file: SourceFile): ParseResult | undefined {
  if (!SCRIPT.has(extname(file.path))) return undefined;
  const known = trees.get(file);
  if (known) return known;
  const tree = parseSync(file.path, file.text, { preserveParens: false });
  trees.set(file, tree);
  return tree;
}
