import { expect, test } from 'vitest';
import { isPagePath } from './page-path.ts';

test.each([
  '/',
  '/login',
  '/dash/tasks',
  '/dash/manager/users/0199a1b2-0000-7000-8000-000000000000',
  // Also paths of the API: a browser that navigates there gets the app.
  '/tasks',
  '/auth/refresh',
  '/index.html',
  '/trpcs',
  '/apis',
])('%s is a page', path => {
  expect(isPagePath(path)).toBe(true);
});

test.each([
  '/trpc',
  '/trpc/task.list',
  '/socket.io/',
  '/healthz',
  '/metrics',
  '/api',
  '/api/users',
  '/api/docs',
  '/api/openapi.json',
  '/assets/start-1a2b3c4d.js',
  '/assets/gone',
  '/sw.js',
  '/manifest.webmanifest',
  '/favicon.svg',
])('%s is not', path => {
  expect(isPagePath(path)).toBe(false);
});
