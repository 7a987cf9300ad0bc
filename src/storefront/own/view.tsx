/** Ends the view of an administrator as another user. Meanwhile, every page reports it (view-bar.tsx). */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { VIEW_PAGE } from '../ui/view-bar.tsx';
import { Form } from './form.tsx';
import { narrowPage } from './frames.tsx';
import { openPage, type OwnPage } from './own-page.ts';

/** Ends the view. Returns the viewed account; null if there is no view. */
export type EndView = (actor: Actor, origin: Origin) => Promise<string | null>;

export function viewPage(end: EndView): OwnPage {
  return openPage({
    path: VIEW_PAGE,
    load: async (reading) => {
      const { reader, actor } = reading;
      if (actor.kind !== 'user' || actor.credential.kind !== 'view') return { to: `/${reader.language}/` };
      return narrowPage(
        reader.text('view.title'),
        <>
          <p>{reader.text('view.closed')}</p>
          <Form reading={reading} action="end" submit="view.end" />
        </>,
      );
    },
    actions: {
      end: async (_form, { actor, reader, request }) => {
        const userId = await end(actor, originOf(request));
        return { to: userId === null ? `/${reader.language}/` : `/admin/users/${userId}` };
      },
    },
  });
}

function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, requestId: request.id };
}
