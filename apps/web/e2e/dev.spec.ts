import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@onus/proof/free-port';
import { expect, test } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What is not copied: what was installed, and what was made. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results', '.git', '.turbo']);
const COPIED = ['tsconfig.base.json', 'package.json', 'pnpm-workspace.yaml', 'drizzle', 'apps', 'packages'];

let copy: string;
let dev: ChildProcess | undefined;

test.beforeEach(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'onus-copy-')));
  for (const name of COPIED) {
    const filter = (path: string) => !LEFT_OUT.has(basename(path));
    await cp(join(ROOT, name), join(copy, name), { recursive: true, filter });
  }
  for (const folder of ['apps', 'packages'])
    for (const name of await readdir(join(copy, folder))) await linkModules(`${folder}/${name}`);
});

test.afterEach(async () => {
  if (dev?.exitCode === null && dev.kill('SIGTERM')) await once(dev, 'exit');
  await rm(copy, { recursive: true, force: true });
});

/** Sees what the original has installed, and of our own packages those of the copy. */
async function linkModules(workspace: string): Promise<void> {
  const installed = join(ROOT, workspace, 'node_modules');
  if (!existsSync(installed)) return;
  const scopes = (await readdir(installed)).filter(name => !name.startsWith('.'));
  for (const scope of scopes) {
    const names = scope.startsWith('@') ? await readdir(join(installed, scope)) : [''];
    for (const name of names) {
      const target = (await realpath(join(installed, scope, name))).replace(
        /^.*(?=\/(?:apps|packages)\/[^/]+$)/,
        copy,
      );
      const link = join(copy, workspace, 'node_modules', scope, name);
      await mkdir(join(link, '..'), { recursive: true });
      await symlink(target, link, 'junction');
    }
  }
}

/** Changes a source as an editor does. */
async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(copy, path), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(copy, path), text.replace(from, to));
}

/** Starts it with the demo household; with its address and the login of one of the household. */
async function startDev() {
  const port = String(await freePort());
  const child = spawn(process.execPath, [join(copy, 'apps/web/scripts/dev.ts'), '--demo'], {
    env: { ...process.env, PORT: port, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  dev = child;
  let said = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 60_000 }).toContain(`Onus is ready at http://localhost:${port}`);
  const [, email = '', password = ''] = /^Alex +(\S+) +(\S+)$/m.exec(said) ?? [];
  return { url: `http://localhost:${port}`, email, password };
}

test('a change of a source arrives: in the page without a reload, and in the server', async ({ page }) => {
  test.setTimeout(120_000);
  const { url, email, password } = await startDev();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await edit('apps/web/src/features/auth/login-page.tsx', 'Login to your account', 'Login to the copy');
  await expect(page.getByRole('heading', { name: 'Login to the copy' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await edit('apps/server/src/app.ts', "{ status: 'ok' }", "{ status: 'changed' }");
  await expect
    .poll(async () => (await fetch(`${url}/healthz`)).text(), { timeout: 60_000 })
    .toBe('{"status":"changed"}');

  // The calls of the app, their cookie and their socket all take the one address.
  const stream = page.waitForEvent('websocket', socket => socket.url().includes('/trpc'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/dash/**');
  await (await stream).waitForEvent('framereceived');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add Task' }).first()).toBeVisible();
});
