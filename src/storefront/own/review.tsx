/** The review that a buyer can write about a dealer, change and delete. */
import type { OwnReviewView } from '../../modules/sellers/index.ts';
import { ActionButton, Choice, Form, ONCE, TextArea, TextField } from './form.tsx';
import { afterCall, optionalText, ownPage, type OwnReading, text } from './own-page.ts';

const TITLE_MAX = 120;
const TEXT_MAX = 2000;
const STARS = ['5', '4', '3', '2', '1'] as const;

export const reviewPage = ownPage({
  path: '/dealer/:slug/review',
  load: async (reading) => {
    const { reader, api, params, actor } = reading;
    const seller = await api.get<{ slug: string; companyName: string }>('/sellers/:slug', {
      params: { slug: params['slug'] ?? '' },
    });
    const title = reader.text('review.title', { name: seller.companyName });
    const review = actor.role === 'BUYER' ? await ownReview(reading, seller.slug) : null;
    return {
      head: { title },
      body: (
        <div className="wrap narrow">
          <p>
            <a href={`/${reader.language}/dealer/${seller.slug}/reviews`}>‹ {seller.companyName}</a>
          </p>
          <h1>{title}</h1>
          {actor.role === 'BUYER' ? (
            <>
              <p>{reader.text('review.conditions')}</p>
              {review?.status === 'pending' && <p className="note">{reader.text('review.pending')}</p>}
              {review?.status === 'rejected' && (
                <p className="bad">{reader.text('review.rejected', { reason: review.decision ?? '' })}</p>
              )}
              <Form
                reading={reading}
                action="review"
                submit={review === null ? 'review.send' : 'review.change'}
              >
                {review !== null && <input type="hidden" name="id" value={review.id} />}
                <Choice
                  name="rating"
                  label="review.rating"
                  value={String(review?.rating ?? '')}
                  options={[
                    // No default, because it would be sent as the buyer's opinion.
                    ...(review === null ? [['', reader.text('review.rating.choose')] as const] : []),
                    ...STARS.map((stars) => [stars, reader.text(`stars.${stars}`)] as const),
                  ]}
                  problem="review.rating.choose"
                  isRequired
                />
                <TextField
                  name="title"
                  label="review.headline"
                  value={review?.title ?? ''}
                  maxLength={TITLE_MAX}
                />
                <TextArea
                  name="text"
                  label="review.text"
                  hint="review.text.hint"
                  value={review?.text ?? ''}
                  rows={6}
                  maxLength={TEXT_MAX}
                  isRequired
                />
              </Form>
              {review !== null && (
                <ActionButton
                  reading={reading}
                  action="remove"
                  label="review.remove"
                  question="review.remove.confirm"
                  values={{ id: review.id }}
                />
              )}
            </>
          ) : (
            <p>{reader.text('review.buyersOnly')}</p>
          )}
        </div>
      ),
    };
  },
  actions: {
    review: async (form, reading) => {
      const { api, reader, params } = reading;
      const slug = encodeURIComponent(params['slug'] ?? '');
      const id = optionalText(form, 'id');
      const body = {
        rating: Number(text(form, 'rating')),
        title: optionalText(form, 'title') ?? null,
        text: text(form, 'text'),
      };
      const { refusal } =
        id === undefined
          ? await api.call('POST', `/sellers/${slug}/reviews`, {
              body,
              idempotencyKey: optionalText(form, ONCE),
            })
          : await api.call('PUT', `/reviews/${encodeURIComponent(id)}`, { body });
      if (refusal?.code === 'FORBIDDEN')
        return { refusal: { ...refusal, message: reader.text('review.talkFirst') } };
      return afterCall({ refusal }, `/${reader.language}/dealer/${slug}/review`, 'done.reviewed');
    },
    remove: async (form, { api, reader, params }) =>
      afterCall(
        await api.call('DELETE', `/reviews/${encodeURIComponent(text(form, 'id'))}`),
        `/${reader.language}/dealer/${encodeURIComponent(params['slug'] ?? '')}/review`,
        'done.removed',
      ),
  },
});

async function ownReview({ api }: OwnReading, seller: string): Promise<OwnReviewView | null> {
  const { reviews } = await api.get<{ reviews: OwnReviewView[] }>('/reviews', {
    query: { seller, limit: '1' },
  });
  return reviews[0] ?? null;
}
