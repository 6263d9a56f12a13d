import { router, signedIn } from '../core/trpc.ts';
import { listOverwritten } from './list.ts';

export const editsRouter = router({
  /** Values of others that the caller replaced without knowing of them: "Ana changed this to … · Use theirs". */
  overwritten: signedIn.query(({ ctx }) => ctx.read(listOverwritten)),
});
