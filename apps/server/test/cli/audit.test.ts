import { describe, expect, test } from 'vitest';
import { onOneLine } from '../../src/cli/one-line.ts';
import { command, folder } from '../process.ts';

const LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z \S+ [a-z.]+: .+$/;
/** Everything that ends a line somewhere, clears it, colours it or turns it round. */
const FORGED =
  'Eve\n2026-01-01T00:00:00.000Z 192.0.2.1 login: "Boss" logged in\r\u001b[2K\u001b[31m\u0085\u2028\u2029\u202e"\\';

async function install(): Promise<string> {
  const dataDir = folder();
  await makeAdmin(dataDir, 'boss@example.com', 'Boss');
  await makeAdmin(dataDir, 'eve@example.com', FORGED);
  return dataDir;
}

function makeAdmin(dataDir: string, email: string, username: string) {
  return command(dataDir, ['admin', 'create', '--email', email, '--username', username], 'a secret\n');
}

describe('onus audit', () => {
  test('prints one event per line, newest last, and no name forges a line', async () => {
    const dataDir = await install();
    const link = (await command(dataDir, ['link', 'eve@example.com'])).out.trim();
    const { code, out, err } = await command(dataDir, ['audit']);
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toEqual(Array(3).fill(expect.stringMatching(LINE)));
    expect(lines.map((line: string) => line.split(' ')[2])).toEqual([
      'admin.created:',
      'admin.created:',
      'link.made:',
    ]);
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(lines[0]).toContain('The operator created the Admin "Boss"');
    expect(lines[1]).toContain('The operator created the Admin "Eve\\n2026-01-01T00:00:00.000Z');
    expect(lines[1]).toContain(
      '\\"Boss\\" logged in\\r\\u001b[2K\\u001b[31m\\u0085\\u2028\\u2029\\u202e\\"\\\\"',
    );
    expect(out).not.toContain('a secret');
    expect(out).not.toContain(link.split('=')[1]);

    const json = (await command(dataDir, ['audit', '--json'])).out.trimEnd().split('\n');
    expect(json).toHaveLength(3);
    expect(JSON.parse(json[1] ?? '')).toMatchObject({
      event: 'admin.created',
      actor: null,
      subject: { username: FORGED },
    });
  });

  test('filters by person, event, time and number', async () => {
    const dataDir = await install();
    const asked: [string[], number][] = [
      [['--user', 'BOSS@example.com'], 1],
      [['--event', 'admin', '--since', '1h'], 2],
      [['--event', 'login'], 0],
      [['--limit', '1'], 1],
      [['--since', '2999-01-01'], 0],
    ];
    for (const [args, count] of asked) {
      const { out } = await command(dataDir, ['audit', ...args]);
      expect([args, out.split('\n').length - 1]).toEqual([args, count]);
    }
  });

  test.each([
    [['--event', 'nonsense'], 'Event must be one of login,'],
    [['--event', 'log'], 'Event must be one of login,'],
    [['--since', 'yesterday'], 'Since must be a date like 2026-03-05,'],
    [['--since', '2026-13-45'], 'Since must be a date like 2026-03-05,'],
    [['--limit', '0'], 'Limit must be a number from 1 to 1000000'],
    [['--limit', 'x'], 'Limit must be a number from 1 to 1000000'],
  ])('%j is one clear line', async (args, line) => {
    const { code, out, err } = await command(folder(), ['audit', ...args]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^onus: [^\n]+\n$/);
    expect(err).toContain(line);
  });
});

test.each([
  ['Ana', 'Ana'],
  ['Añá 日本 🦊', 'Añá 日本 🦊'],
  ['a\nb\tc\u007f', 'a\\u000ab\\u0009c\\u007f'],
  ['\u{e0001}', '\\udb40\\udc01'],
])('%j is %j on one line', (text, line) => {
  expect(onOneLine(text)).toBe(line);
});
