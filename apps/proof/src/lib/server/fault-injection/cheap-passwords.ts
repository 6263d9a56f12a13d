import { createRequire } from 'node:module';

/** Loaded before the server, which then hashes each new password at the lowest cost that argon2 allows. */
interface Argon2 {
  hash(password: string | Uint8Array, cost?: object): Promise<string>;
}

const [, bundle = ''] = process.argv;
const argon2 = createRequire(bundle)('@node-rs/argon2') as Argon2;
const { hash } = argon2;
argon2.hash = (password, cost) => hash(password, { ...cost, memoryCost: 8, timeCost: 1, parallelism: 1 });
