/**
 * Where imports may lead. `depcruise` reads the graph, imports of types too; the structure test in packages/structure checks
 * what no tool can. TypeScript 7 has no API for tools yet, so the sources are read with swc.
 */
const PACKAGES = '^(packages|apps)/';
const WEB = '^apps/web/src/';

export default {
  forbidden: [
    { name: 'no-circular-imports', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circular-modules',
      severity: 'error',
      comment: 'A module is a folder. To change one, one reads it and those below it.',
      scope: 'folder',
      from: { path: '^(packages/(api|contract|db)|apps/server)/src/[^/]+$|^apps/web/src/(features/)?[^/]+$' },
      to: { circular: true },
    },
    // A package that another does not depend on cannot be resolved from there.
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/' },
      to: { couldNotResolve: true, path: '^(@onus|\\.)' },
    },
    // contract ← db ← api ← server, contract ← web
    layer('contract-below-all', '^packages/contract/', `${PACKAGES}(?!contract/)`),
    layer('db-below-api', '^packages/db/', `${PACKAGES}(?!(db|contract)/)`),
    layer('api-below-apps', '^packages/api/', `${PACKAGES}(?!(api|db|contract)/)`),
    layer('server-above-api', '^apps/server/', `${PACKAGES}(?!(server|api|db|contract)/)`),
    layer('web-beside-server', '^apps/web/', `${PACKAGES}(?!(web|api|contract)/)`),
    layer('proof-above-server', '^apps/proof/', `${PACKAGES}(?!(proof|server|api|db|contract)/)`),
    // routes → features → ui → lib; data is the connection to the server
    layer('web-lib', `${WEB}lib/`, `${WEB}(?!lib/)`),
    layer('web-ui', `${WEB}ui/`, `${WEB}(?!(ui|lib)/)`),
    layer('web-data', `${WEB}data/`, `${WEB}(?!(data|lib)/)`),
    layer('web-features', `${WEB}features/`, `${WEB}(?!(features|data|ui|lib)/)`),
    layer('web-features-apart', `${WEB}features/([^/]+)/`, `${WEB}features/(?!$1/)`),
    layer('web-routes', `${WEB}routes/`, `${WEB}(main|router\\.tsx|routeTree)`),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.test\\.tsx?$|/testing(/|\\.ts$)|/dist/)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};

/** Imports that do not go from a part to one above it. */
function layer(name, from, to) {
  return {
    name,
    severity: 'error',
    comment: 'A part can be read and tested without those that use it.',
    from: { path: from, pathNot: '(\\.test\\.tsx?$|^apps/[^/]+/(e2e|test|scripts)/)' },
    to: { path: to },
  };
}
