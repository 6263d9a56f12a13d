import {
  activateInput,
  loginInput,
  registerInput,
  requestResetInput,
  takeBackEmailInput,
} from '@onus/contract/auth/inputs';
import { type Row, renamed, unchecked } from '../row.ts';
import { redeemedJson, saidJson, sessionJson, sessionShape, tokenJson, tokenShape } from '../shapes.ts';

/** Rule 17, Authentication. */
export const authRows: readonly Row[] = [
  {
    at: 'POST /auth',
    does: 'Log in',
    open: true,
    body: loginInput,
    answer: tokenJson,
    run: async (call, { fields }) => tokenShape(await call.auth.login(unchecked(fields))),
  },
  {
    at: 'GET /auth/refresh',
    does: 'A new access token for the refresh cookie',
    open: true,
    isWrite: true,
    answer: tokenJson,
    run: async call => tokenShape(await call.auth.refresh()),
  },
  {
    at: 'POST /auth/logout',
    does: 'Log out; never fails',
    open: true,
    status: 204,
    run: call => call.auth.logout(),
  },
  {
    at: 'POST /api/users',
    does: 'Register and log in',
    open: true,
    status: 201,
    body: registerInput,
    answer: sessionJson,
    run: async (call, { fields }) => sessionShape(await call.auth.register(unchecked(renamed(fields)))),
  },
  {
    at: 'POST /api/users/login',
    does: 'Log in',
    open: true,
    body: loginInput,
    answer: sessionJson,
    run: async (call, { fields }) => sessionShape(await call.auth.login(unchecked(fields))),
  },
  {
    at: 'POST /api/users/reset-password',
    does: 'Request a link to set a new password; the response is the same whether or not the account exists',
    open: true,
    body: requestResetInput,
    answer: saidJson,
    run: (call, { fields }) => call.auth.requestReset(unchecked(fields)),
  },
  {
    at: 'POST /api/users/new-password',
    does: 'Set a password with a link; the first one also logs in',
    open: true,
    body: activateInput,
    answer: redeemedJson,
    run: (call, { fields }) => call.auth.activate(unchecked(fields)),
  },
  {
    at: 'POST /api/users/take-back-email',
    does: 'Restore the email that an account had before it was changed',
    open: true,
    body: takeBackEmailInput,
    answer: saidJson,
    run: (call, { fields }) => call.auth.takeBackEmail(unchecked(fields)),
  },
  {
    at: 'POST /member/activate',
    does: 'Set a password with a link; the first one also logs in',
    open: true,
    body: activateInput,
    answer: redeemedJson,
    run: (call, { fields }) => call.auth.activate(unchecked(fields)),
  },
];
