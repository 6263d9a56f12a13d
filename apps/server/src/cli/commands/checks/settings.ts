import type { Env } from '../../../env.ts';
import { type Finding, finding, reasonOf } from './finding.ts';
import { isThisMachine, knock } from './knock.ts';

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

export async function checkSettings(env: Env): Promise<Finding[]> {
  return [address(env), proxy(env), await mail(env)];
}

function address({ PUBLIC_URL, HOST }: Env): Finding {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'https:') return finding('ok', 'PUBLIC_URL', PUBLIC_URL);
  if (isThisMachine(hostname) && isThisMachine(HOST))
    return finding('ok', 'PUBLIC_URL', `${PUBLIC_URL}, which only this machine can reach`);
  const said = isThisMachine(hostname)
    ? `is ${PUBLIC_URL}, but HOST ${HOST} accepts other machines; set it to the address that people use`
    : `is ${PUBLIC_URL}, so passwords and cookies cross the network unencrypted; use https`;
  return finding('warn', 'PUBLIC_URL', said);
}

function proxy({ PUBLIC_URL, TRUST_PROXY }: Env): Finding {
  if (TRUST_PROXY) return finding('ok', 'TRUST_PROXY', TRUST_PROXY.join(', '));
  if (!PUBLIC_URL.startsWith('https:')) return finding('ok', 'TRUST_PROXY', 'not set and not needed');
  const said =
    'is not set behind https, so everyone shares the limits of the address of the proxy; set it to that address';
  return finding('warn', 'TRUST_PROXY', said);
}

async function mail({ SMTP_URL }: Env): Promise<Finding> {
  if (!SMTP_URL) return finding('ok', 'SMTP_URL', 'not set; managers and Admins copy links by hand');
  const { protocol, hostname, port } = new URL(SMTP_URL);
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (PORTS[protocol] ?? 25) };
  try {
    await knock(at);
    return finding('ok', 'SMTP_URL', `${hostname} responds on port ${at.port}`);
  } catch (error) {
    const said = `${hostname} does not respond on port ${at.port}: ${reasonOf(error)}; check SMTP_URL, because no email is sent`;
    return finding('warn', 'SMTP_URL', said);
  }
}
