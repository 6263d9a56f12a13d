import { createInvitationInput, redeemInvitationInput } from '@onus/contract/auth/invite';
import { z } from 'zod';
import { type Row, renamed, unchecked } from '../row.ts';
import {
  idJson,
  invitationJson,
  invitationShape,
  pageQuery,
  sessionJson,
  sessionShape,
  sharedInvitationJson,
} from '../shapes.ts';

/** Rule 17, Invitations. */
export const inviteRows: readonly Row[] = [
  {
    at: 'POST /invitations',
    does: 'Invite people to my household; the response alone has the link',
    status: 201,
    isSecret: true,
    body: createInvitationInput,
    answer: sharedInvitationJson,
    run: async (call, { fields }) => {
      const { url, ...invitation } = await call.invite.create(unchecked(fields));
      return { ...invitationShape(invitation), url };
    },
  },
  {
    at: 'GET /invitations',
    does: 'My open invitations, the newest first',
    query: pageQuery,
    answer: z.array(invitationJson),
    run: async call => (await call.invite.list()).map(invitationShape),
  },
  {
    at: 'DELETE /invitations',
    does: 'Revoke an invitation',
    answer: idJson,
    run: (call, { id }) => call.invite.revoke({ id }),
  },
  {
    at: 'POST /invitations/redeem',
    does: 'Join a household with an invitation, and log in',
    open: true,
    status: 201,
    body: redeemInvitationInput,
    answer: sessionJson,
    run: async (call, { fields }) => sessionShape(await call.invite.redeem(unchecked(renamed(fields)))),
  },
];
