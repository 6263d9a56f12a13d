import { posix } from 'node:path';
import type { ImportDeclarationSpecifier, ModuleExportName, TSImportTypeQualifier } from 'oxc-parser';
import type { SourceFile } from './source.ts';
import { visit } from './syntax.ts';

/** One import, re-export, `import()` or `require()`. */
export interface Import {
  from: string;
  /** The imported names; `*` for all. */
  names: string[];
  /** True for `import type`, which does not exist at run time. */
  typeOnly: boolean;
  start: number;
}

/** The target of an import: a path in the repository, or the name of an external package. */
export type Target = { path: string } | { outside: string };

export function importsOf(file: SourceFile): readonly Import[] {
  const known = found.get(file);
  if (known) return known;
  const imports = readImports(file);
  found.set(file, imports);
  return imports;
}

/** Follows relative paths and `@onus/<package>/<file>`. */
export function targetOf(file: SourceFile, { from }: Import): Target {
  if (from.startsWith('.')) return { path: posix.join(posix.dirname(file.path), from) };
  const [, name, rest = ''] = /^@onus\/([^/]+)(.*)$/.exec(from) ?? [];
  if (!name) return { outside: from };
  const folder = name === 'server' || name === 'web' || name === 'proof' ? 'apps' : 'packages';
  const inside = name === 'server' && rest.startsWith('/test/') ? '' : '/src';
  return { path: `${folder}/${name}${inside}${rest}` };
}

/** True if the import is the package or a file of it. */
export function takes({ from }: Import, name: string): boolean {
  return from === name || from.startsWith(`${name}/`);
}

const found = new WeakMap<SourceFile, readonly Import[]>();

function readImports(file: SourceFile): Import[] {
  const imports: Import[] = [];
  const add = (start: number, from: unknown, names: string[], typeOnly: boolean) => {
    if (typeof from === 'string') imports.push({ from, names, typeOnly, start });
  };
  visit(file, {
    ImportDeclaration({ start, source, specifiers, importKind }) {
      add(start, source.value, specifiers.map(importedName), importKind === 'type');
    },
    ExportNamedDeclaration({ start, source, specifiers, exportKind }) {
      if (source)
        add(
          start,
          source.value,
          specifiers.map(named => nameOf(named.local)),
          exportKind === 'type',
        );
    },
    ExportAllDeclaration({ start, source, exportKind }) {
      add(start, source.value, ['*'], exportKind === 'type');
    },
    TSImportType({ start, source, qualifier }) {
      add(start, source.value, [qualifier ? firstName(qualifier) : '*'], true);
    },
    ImportExpression({ start, source }) {
      if (source.type === 'Literal') add(start, source.value, ['*'], false);
    },
    CallExpression({ start, callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'require') return;
      if (first?.type === 'Literal') add(start, first.value, ['*'], false);
    },
  });
  return imports;
}

function importedName(specifier: ImportDeclarationSpecifier): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
}

function nameOf(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

function firstName(qualifier: TSImportTypeQualifier): string {
  return qualifier.type === 'Identifier' ? qualifier.name : firstName(qualifier.left);
}
