import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../../lib/client/http-client.ts';
import { quantile } from '../../../lib/statistics.ts';
import type { Row } from '../../bench.ts';
import { type Caller, loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms, whole } from '../../load/format.ts';
import { openReturningBrowser, type ReturningBrowser } from '../../load/returning-browser.ts';

const MOST = { seconds: 15, p99: 100, cpu: 2.5 };
/** Browsers of each person. */
const DEVICES = 5;
/** Browsers that connect at the same time at first. */
const AT_ONCE = 25;
/** Milliseconds between two requests that have nothing to do with the restart. */
const EVERY = 20;
/** Milliseconds after which a browser that has not returned counts as lost. */
const PATIENCE = 60_000;

/** A restart while thousands of browsers are open: all of them come back by themselves. */
export async function measureRestart(lab: Lab): Promise<Row[]> {
  const { reference } = lab.sizes;
  const server = await lab.ours(reference);
  const count = lab.smoke ? 2 : reference.people;
  const people = await loggedIn(server.url, peopleIn(await dataOf(reference), reference, count));
  const agent = new Agent({ keepAlive: true });
  const devices = people.flatMap((person, number) => {
    const address = `10.0.${number >> 8}.${number & 255}`;
    return Array.from({ length: DEVICES }, () => ({ token: person.token, address }));
  });
  const browsers: ReturningBrowser[] = [];
  while (browsers.length < devices.length) {
    const few = devices
      .slice(browsers.length, browsers.length + AT_ONCE)
      .map(device => openReturningBrowser(server.port, device.token, device.address, agent));
    await Promise.all(few.map(browser => browser.nextScreen()));
    browsers.push(...few);
  }

  const returns = Promise.all(browsers.map(browser => browser.nextScreen()));
  const began = performance.now();
  await server.stop();
  await server.start();
  const idle = cpuOf(server.pid());
  const end = new AbortController();
  const other = askAllTheTime(server.url, people, end.signal);
  const statuses = await Promise.race([returns, wait(PATIENCE, [], { ref: false })]);
  const seconds = (performance.now() - began) / 1_000;
  const each = (cpuOf(server.pid()) - idle) / browsers.length;
  end.abort();
  const p99 = quantile(await other, 0.99);
  for (const browser of browsers) browser.close();
  agent.destroy();

  const refused = browsers.length - statuses.filter(status => status === 200).length;
  const name = `Restart with ${whole(browsers.length)} browsers`;
  return [
    {
      operation: `${name}: from the signal until every screen is up to date`,
      ours: refused > 0 ? `${refused} refused` : `${seconds.toFixed(1)} s`,
      target: `≤ ${MOST.seconds} s`,
      holds: refused === 0 && seconds <= MOST.seconds,
    },
    {
      operation: `${name}: list of today during that time, p99`,
      ours: ms(p99),
      target: `≤ ${MOST.p99} ms`,
      holds: p99 <= MOST.p99,
    },
    {
      operation: `${name}: CPU time of the server for each browser`,
      ours: ms(each),
      target: `≤ ${MOST.cpu} ms`,
      holds: each <= MOST.cpu,
    },
  ];
}

/** Asks for the list of one person after the other, so that no one reaches a limit. @returns the ms of each request. */
async function askAllTheTime(url: string, people: readonly Caller[], signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  const ask = async (token: string | undefined) => {
    const began = performance.now();
    const isAnswered = await send(url, '/tasks/today', { token, ownConnection: true }).then(
      ({ status }) => status === 200,
      () => false,
    );
    times.push(isAnswered ? performance.now() - began : PATIENCE);
  };
  const asked: Promise<void>[] = [];
  while (!signal.aborted) {
    asked.push(ask(people[asked.length % people.length]?.token));
    await wait(EVERY);
  }
  await Promise.all(asked);
  return times;
}

/** CPU time of a process since its start, in ms. The kernel counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
