import { expect, test } from 'vitest';
import { createStrangers } from '../../src/realtime/strangers.ts';

const FULL = '192.0.2.20';
const SECOND = '192.0.2.21';

// 500 real sockets and their clients take more descriptors than many systems allow one process.
test('where every place is taken, the address with the most gives up its oldest to another', () => {
  const strangers = createStrangers();
  const ended: string[] = [];
  const arrive = (address: string, name: string) => {
    const limit = strangers.makeRoom(address);
    return limit ?? strangers.add(address, ({ of }) => ended.push(`${name}: ${of}`));
  };
  for (let number = 0; number < 250; number += 1) arrive(FULL, `full ${number}`);
  for (let number = 0; number < 249; number += 1) arrive(SECOND, `second ${number}`);
  arrive('192.0.2.22', 'the last place');
  expect(ended).toEqual([]);
  arrive('192.0.2.23', 'one too many');
  expect(ended).toEqual(['full 0: sockets that have not signed in']);
  expect(strangers.makeRoom(FULL)).toMatchObject({ most: 500 });
  arrive('192.0.2.22', 'one more');
  arrive('192.0.2.22', 'another one');
  expect(ended).toHaveLength(3);
  expect(new Set(ended.map(name => name.split(' ')[0]))).toEqual(new Set(['full', 'second']));
});

test('a place that is left is free, also when it is left twice', () => {
  const strangers = createStrangers();
  const left = Array.from({ length: 250 }, () => strangers.add(FULL, () => {}));
  expect(strangers.makeRoom(FULL)).toMatchObject({ most: 250 });
  left[0]?.();
  left[0]?.();
  expect(strangers.makeRoom(FULL)).toBeNull();
  strangers.add(FULL, () => {});
  expect(strangers.makeRoom(FULL)).toMatchObject({ most: 250 });
});
