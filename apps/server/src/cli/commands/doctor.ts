import type { Command } from 'commander';
import { readEnv, SettingError } from '../../env.ts';
import { say } from '../say.ts';
import { checkBackups } from './checks/backups.ts';
import { checkData } from './checks/data.ts';
import type { Finding } from './checks/finding.ts';
import { checkMachine } from './checks/machine.ts';
import { checkPush } from './checks/push.ts';
import { checkReach } from './checks/reach.ts';
import { checkSettings } from './checks/settings.ts';

/** `onus doctor` */
export function addDoctor(program: Command): void {
  program.command('doctor').description('checks the installation and reports problems').action(examine);
}

/** It changes nothing, and looks on after what is wrong: one sees everything at once. */
async function examine(): Promise<void> {
  const findings: Finding[] = [];
  const tell = (finding: Finding) => {
    findings.push(finding);
    say(`${finding.verdict.padEnd(4)}  ${finding.subject}: ${finding.said}`);
  };
  try {
    const env = readEnv();
    tell({ verdict: 'ok', subject: 'settings', said: 'are valid' });
    for (const check of [checkMachine, checkSettings, checkData, checkPush, checkBackups, checkReach])
      for (const finding of await check(env)) tell(finding);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    tell({ verdict: 'fail', subject: 'settings', said: error.message });
  }
  const failed = findings.filter(({ verdict }) => verdict === 'fail').length;
  if (failed > 0) throw new Error(`${failed} of ${findings.length} checks failed`);
}
