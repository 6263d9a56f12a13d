import { EventEmitter, on } from 'node:events';
import { initTRPC } from '@trpc/server';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { peerArguments } from './arguments.ts';
import { openStore } from './store.ts';
import { trpcMessage, trpcTask } from './trpc-shape.ts';

/**
 * Bare tRPC procedures with the same HTTP server, adapters and statements as ours.
 * It checks no session, and sends a change to every connected browser.
 */
const { data, port, tuned } = peerArguments();
const store = openStore(data, tuned);
const changes = new EventEmitter().setMaxListeners(0);

const t = initTRPC.context<{ user: string }>().create({ isDev: false });
const appRouter = t.router({
  live: t.router({
    onChangeSince: t.procedure.subscription(async function* ({ signal }) {
      const all = on(changes, 'change', signal ? { signal } : {});
      // A browser waits for the first event, as from our server.
      yield [];
      for await (const [topics] of all) yield topics;
    }),
  }),
  task: t.router({
    list: t.procedure.input(z.object({ view: z.string() })).query(({ ctx }) => {
      return { items: store.listToday(ctx.user).map(trpcTask), nextCursor: null };
    }),
    create: t.procedure
      .input(z.object({ title: z.string(), text: z.string(), dueDate: z.string() }))
      .mutation(({ ctx, input }) => announced(trpcTask(store.create(ctx.user, input)))),
    update: t.procedure
      .input(z.object({ id: z.string(), completed: z.boolean() }))
      .mutation(({ input }) => announced(trpcTask(store.complete(input.id, input.completed)))),
  }),
  chat: t.router({
    messages: t.procedure
      .input(z.object({ conversationId: z.string(), limit: z.number() }))
      .query(({ ctx, input }) => {
        const rows = store.messagesBySequence(input.conversationId, input.limit + 1);
        const items = rows.slice(0, input.limit).map(row => trpcMessage(ctx.user, row));
        return { items, nextCursor: rows.length > input.limit ? items.at(-1)?.sequence : null };
      }),
  }),
});

const app = fastify();
const trpcOptions: FastifyTRPCPluginOptions<typeof appRouter>['trpcOptions'] = {
  router: appRouter,
  createContext: ({ req }) => ({ user: (req.headers.authorization ?? '').slice('Bearer '.length) }),
};
await app.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions });
const wss = new WebSocketServer({ server: app.server, path: '/trpc' });
applyWSSHandler({ wss, router: appRouter, createContext: () => ({ user: '' }) });
await app.listen({ port, host: '127.0.0.1' });
process.stdout.write('ready\n');

function announced<Task>(task: Task): Task {
  changes.emit('change', ['task']);
  return task;
}
