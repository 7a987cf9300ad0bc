/** Moderation decisions about the user, with their reasons, and appeals. With the link of the email, no account is needed. */
import type { DecisionView } from '../../modules/decisions/index.ts';
import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { Form, ONCE, TextArea } from './form.tsx';
import { accountPage, narrowPage } from './frames.tsx';
import { openPage, optionalText, ownPage, type OwnPage, type Reading, text } from './own-page.ts';
import { TextWithTime, Time } from '../ui/time.tsx';

const HERE = '/account/decisions';
const SHOWN_MAX = 50;
const OBJECTION_MAX = 5000;

export const decisionPages: readonly OwnPage[] = [
  ownPage({
    path: HERE,
    load: async (reading) => {
      const { reader, api } = reading;
      const { decisions } = await api.get<{ decisions: DecisionView[] }>(HERE, {
        query: { limit: String(SHOWN_MAX) },
      });
      return accountPage(
        reading,
        'decisions.title',
        HERE,
        <>
          <p>{reader.text(decisions.length === 0 ? 'decisions.none' : 'decisions.text')}</p>
          <ul className="rows">
            {decisions.map(({ id, token, subject, what: summary, decidedAt, objection, outcome }) => (
              <li key={id}>
                <article className="row">
                  <div className="row-body">
                    <h2 className="row-title">
                      <a href={`/${reader.language}/decisions/${token}`}>{subject}</a>
                    </h2>
                    <p>{summary}</p>
                    <p className="note">
                      <Time at={decidedAt} shows="date" reader={reader} />
                      {objection !== null && ` · ${reader.text(`decisions.${outcome ?? 'waiting'}`)}`}
                    </p>
                  </div>
                </article>
              </li>
            ))}
          </ul>
        </>,
      );
    },
  }),
  openPage({
    path: '/decisions/:token',
    load: async (reading) => {
      const { reader, api, params } = reading;
      const decision = await api.get<DecisionView>('/decisions/:token', {
        params: { token: params['token'] ?? '' },
      });
      return narrowPage(
        reader.text('decision.title'),
        <>
          <p>{decision.what}</p>
          <Reasons decision={decision} reader={reader} />
          <Objection decision={decision} reading={reading} />
        </>,
      );
    },
    actions: {
      object: async (form, { api, reader, params }) => {
        const path = `/decisions/${encodeURIComponent(params['token'] ?? '')}`;
        const { refusal } = await api.call('POST', `${path}/objection`, {
          body: { text: text(form, 'text') },
          idempotencyKey: optionalText(form, ONCE),
        });
        if (refusal === null) return { to: `/${reader.language}${path}`, done: 'done.objected' };
        return { refusal };
      },
    },
  }),
];

function Reasons({ decision, reader }: { decision: DecisionView; reader: Reader }): ReactElement {
  const facts = [
    ['decision.subject', decision.subject],
    ['decision.reason', decision.reason],
    ['decision.rule', decision.rule],
    ['decision.found', decision.found],
    ['decision.day', <Time key="day" at={decision.decidedAt} shows="date" reader={reader} />],
    ...(decision.endsAt === null
      ? []
      : [['decision.ends', <Time key="end" at={decision.endsAt} shows="moment" reader={reader} />] as const]),
  ] as const;
  return (
    <dl className="rows">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{reader.text(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Objection({ decision, reading }: { decision: DecisionView; reading: Reading }): ReactElement {
  const { reader } = reading;
  const { objection, outcome, outcomeReason, outcomeBySamePerson, objectUntil } = decision;
  if (objection !== null)
    return (
      <>
        <h2>{reader.text('decision.objection')}</h2>
        <blockquote className="lines">{objection}</blockquote>
        <p>{reader.text(`decisions.${outcome ?? 'waiting'}`)}</p>
        {outcomeReason !== null && <p>{outcomeReason}</p>}
        {outcomeBySamePerson === true && <p className="note">{reader.text('decisions.samePerson')}</p>}
      </>
    );
  if (reading.now > new Date(objectUntil))
    return (
      <p>
        <TextWithTime text="decision.late" name="day" at={objectUntil} shows="date" reader={reader} />
      </p>
    );
  return (
    <>
      <h2>{reader.text('decision.object')}</h2>
      <p>
        <TextWithTime text="decision.object.text" name="day" at={objectUntil} shows="date" reader={reader} />
      </p>
      <Form reading={reading} action="object" submit="decision.object.send">
        <TextArea
          name="text"
          label="decision.object.why"
          problem="problem.explain"
          maxLength={OBJECTION_MAX}
          isRequired
        />
      </Form>
    </>
  );
}
