import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { generate } from 'selfsigned';

/** A person as the provider knows them. */
export interface Person {
  /** The subject of their ID token. */
  id: string;
  email?: string;
  isVerified?: boolean;
  name?: string;
}

/** A real sign-in provider on https, with which a sign-in takes no clicks, and all that can be wrong with one. */
export interface SignInProvider {
  /** For OIDC_ISSUER. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The file of its root certificate, for NODE_EXTRA_CA_CERTS. */
  certificate: string;
  /** Who signs in next; null refuses. */
  person: Person | null;
  /** Milliseconds before each response to the server; not to browsers. */
  delay: number;
  /** Responds with 503 to the server; browsers still see its pages. */
  isDown: boolean;
  /** Changes the claims of the ID tokens from now on; they are signed again. */
  alter: ((claims: JWTPayload) => JWTPayload) | null;
  /** Signs with a key that is not among the published ones. */
  isForged: boolean;
  /** The requests to its token endpoint. */
  exchanges: number;
  /** Starts it for a client at this address, with new keys. */
  open(callback: string): Promise<void>;
  close(): Promise<void>;
}

const ALGORITHM = 'RS256';
const CLIENT = { clientId: 'onus', clientSecret: 'a-secret-of-the-client' };
const PAGES = /^\/(auth|interaction)\b/;

export async function startSignInProvider(): Promise<SignInProvider> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-provider-'));
  const certificate = join(folder, 'root.pem');
  const { cert, private: key } = await selfSigned();
  await writeFile(certificate, cert);
  let provider: Provider | null = null;
  const server = createServer({ key, cert }, (request, response) => {
    void respond(one, provider, request, response);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  const faults = { delay: 0, isDown: false, alter: null, isForged: false };
  const one: SignInProvider = {
    ...{ issuer, certificate, person: null, exchanges: 0 },
    ...CLIENT,
    ...faults,
    async open(callback) {
      const [signing, other] = [await createKey(), await createKey()];
      provider = new Provider(
        issuer,
        configurationOf(callback, signing.jwk, () => one.person),
      );
      provider.use(async (context, next) => {
        await next();
        if (context.path === '/token') await tamper(one, context, signing, other);
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return one;
}

async function respond(
  one: SignInProvider,
  provider: Provider | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '/' } = request;
  if (!PAGES.test(url)) {
    if (url.startsWith('/token')) one.exchanges += 1;
    await wait(one.delay);
    if (one.isDown) return void response.writeHead(503).end();
  }
  if (!provider) return void response.writeHead(503).end();
  if (url.startsWith('/interaction/')) await decide(one, provider, request, response);
  else provider.callback()(request, response);
}

/** The person signs in and consents at once. */
async function decide(
  { person }: SignInProvider,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' });
  const grant = new provider.Grant({ accountId: person.id, clientId: CLIENT.clientId });
  grant.addOIDCScope('openid email profile');
  const grantId = await grant.save();
  const decision = { login: { accountId: person.id }, consent: { grantId } };
  return provider.interactionFinished(request, response, decision);
}

type Key = Awaited<ReturnType<typeof createKey>>;

/** Signs the ID token of a response again, with other claims or with another key. */
async function tamper(
  { alter, isForged }: SignInProvider,
  context: { body: unknown },
  signing: Key,
  other: Key,
): Promise<void> {
  const token = (context.body as { id_token?: string } | null)?.id_token;
  if (!token || !(alter || isForged)) return;
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const signed = await new SignJWT(alter ? alter(claims) : claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: signing.jwk.kid ?? '' })
    .sign(isForged ? other.privateKey : signing.privateKey);
  context.body = { ...(context.body as object), id_token: signed };
}

async function selfSigned() {
  const names = [{ type: 2 as const, value: 'localhost' }];
  return generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
}

let keys = 0;

async function createKey() {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), alg: ALGORITHM, use: 'sig', kid: `key-${++keys}` };
  return { privateKey, jwk };
}

function configurationOf(callback: string, jwk: JWK, person: () => Person | null): Configuration {
  return {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [callback] }],
    jwks: { keys: [jwk as never] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    // As most providers do, the ID token itself has the email.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the provider'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => {
        const { email, isVerified = true, name } = person() ?? {};
        return { sub: id, ...(email && { email, email_verified: isVerified }), ...(name && { name }) };
      },
    }),
  };
}
