import type { Facts } from '../facts.ts';
import type { Phrases } from './phrases.ts';
import { reportOutcome, type ReportOutcomeTexts } from './report-outcome.ts';

const listing = (facts: Facts): string => facts.text('title', 'your listing');
const because = (facts: Facts): string => facts.with('reason', (reason) => ` Reason: ${reason}`);
const plan = (facts: Facts): string => facts.text('plan', 'your plan');

const SUBSCRIPTION_TITLES: Readonly<Record<string, (facts: Facts) => string>> = {
  subscribed: (facts) => `Welcome to ${plan(facts)}`,
  trial_started: (facts) => `Your trial of ${plan(facts)} has begun`,
  trial_ending: (facts) => `Your trial of ${plan(facts)} ends soon`,
  changed: (facts) => `Your plan is now ${plan(facts)}`,
  change_scheduled: (facts) => `Your plan will change to ${plan(facts)}`,
  change_ahead: (facts) => `Your plan changes to ${plan(facts)} soon`,
  canceled: (facts) => `Your subscription to ${plan(facts)} is canceled`,
  end_ahead: (facts) => `Your subscription to ${plan(facts)} ends soon`,
  resumed: (facts) => `Your subscription to ${plan(facts)} continues`,
  ended: (facts) => `Your subscription to ${plan(facts)} has ended`,
  recovered: () => 'We have received your payment',
  granted: (facts) => `You have been given the plan ${plan(facts)}`,
};

function titleOf(facts: Facts): string | undefined {
  const change = facts.text('change', '');
  return Object.hasOwn(SUBSCRIPTION_TITLES, change) ? SUBSCRIPTION_TITLES[change]?.(facts) : undefined;
}

const REPORT_OUTCOME: ReportOutcomeTexts = {
  dismissed: 'An administrator looked into your report and found no breach of the law or of our terms.',
  resolved: 'An administrator has looked into what you reported. Thank you.',
  measures: {
    'listing.rejected': 'The listing was not approved.',
    'listing.suspended': 'The listing was taken off the market.',
    'listing.deleted': 'The listing was deleted.',
    'review.rejected': 'The review is no longer shown.',
    'user.suspended': 'The account was suspended.',
  },
};

export const en: Phrases = {
  locale: 'en-GB',
  notices: {
    message: {
      label: 'new messages',
      title: (facts) => `New message from ${facts.text('sender', 'a user')}`,
      body: (facts) => {
        const about = facts.with('title', (title) => `About “${title}”`);
        const preview = facts.with('preview', (text) => `“${text}”`);
        return [about, preview].filter((part) => part !== '').join(': ') || 'You have a new message.';
      },
      action: 'Read the message',
    },
    saved_search_match: {
      label: 'matches of saved searches',
      title: (facts) =>
        `${facts.text('reason', '') === 'price_drop' ? 'Price drop' : 'New match'} for ${facts.text('name', 'your saved search')}`,
      body: (facts) => {
        if (facts.number('count') > 1) return `${facts.count('count')} listings match your saved search.`;
        const [before, price] = [facts.money('previousPrice'), facts.money('price')];
        return facts.has('title')
          ? `${facts.text('title', '')}${price === '' ? '' : `, ${price}`}${before === '' ? '' : ` instead of ${before}`}`
          : 'A listing matches your saved search.';
      },
      action: 'See the matches',
    },
    price_drop: {
      label: 'price drops of your favorites',
      title: (facts) => `Price drop: ${facts.text('title', 'one of your favorites')}`,
      body: (facts) => {
        const [before, now] = [facts.money('previousPrice'), facts.money('price')];
        if (now === '') return 'One of your favorites has become cheaper.';
        return before === '' ? `It now costs ${now}.` : `It now costs ${now} instead of ${before}.`;
      },
      action: 'See the vehicle',
    },
    favorite_sold: {
      label: 'sold favorites',
      title: (facts) => `Sold: ${facts.text('title', 'one of your favorites')}`,
      body: () => 'A vehicle among your favorites has been sold.',
      action: 'See your favorites',
    },
    listing_approved: {
      label: 'approved listings',
      title: (facts) => `${listing(facts)} is live`,
      body: () => 'Your listing has been approved; buyers can find it now.',
      action: 'See the listing',
    },
    listing_rejected: {
      label: 'rejected listings',
      title: (facts) => `${listing(facts)} was not approved`,
      body: (facts) => `Please change the listing and submit it again.${because(facts)}`,
      action: 'Change the listing',
    },
    listing_suspended: {
      label: 'suspended listings',
      title: (facts) => `${listing(facts)} has been suspended`,
      body: (facts) => `An administrator has taken the listing off the market.${because(facts)}`,
      action: 'See the listing',
    },
    listing_restored: {
      label: 'restored listings',
      title: (facts) => `${listing(facts)} is a draft again`,
      body: () =>
        'Your listing is no longer suspended. It is not on the market yet: check it, and publish it when it is ready.',
      action: 'See the listing',
    },
    listing_expiring: {
      label: 'listings that are about to expire',
      title: (facts) => `${listing(facts)} expires soon`,
      body: (facts) => {
        const day = facts.day('expiresAt');
        return `Renew it to keep it on the market${day === '' ? '' : ` after ${day}`}.`;
      },
      action: 'Renew the listing',
    },
    listing_expired: {
      label: 'expired listings',
      title: (facts) => `${listing(facts)} has expired`,
      body: () => 'Buyers no longer find it. You can renew it at any time.',
      action: 'Renew the listing',
    },
    listing_paused: {
      label: 'paused listings',
      title: (facts) => `${listing(facts)} has been paused`,
      body: (facts) => `Buyers no longer find it until it is published again.${because(facts)}`,
      action: 'See the listing',
    },
    listing_sold: {
      label: 'sold listings',
      title: (facts) => `${listing(facts)} is marked as sold`,
      body: (facts) =>
        facts.with('status', () => 'The listing has been marked as sold and is off the market.') ||
        'Well done.',
      action: 'See the listing',
    },
    review_received: {
      label: 'new reviews',
      title: (facts) => `New review from ${facts.text('author', 'a buyer')}`,
      body: (facts) => {
        const stars = facts.number('rating') > 0 ? `${facts.count('rating')} of 5 stars.` : '';
        return (
          [stars, facts.with('title', (title) => `“${title}”`)].filter(Boolean).join(' ') || 'Have a look.'
        );
      },
      action: 'Read the review',
    },
    review_reply: {
      label: 'replies to your reviews',
      title: (facts) => `${facts.text('seller', 'The seller')} replied to your review`,
      body: () => 'The reply is shown below your review.',
      action: 'Read the reply',
    },
    subscription: {
      label: 'your subscription',
      title: (facts) => titleOf(facts) ?? 'News about your subscription',
      body: (facts) => {
        const day = facts.day('at');
        const paused = facts.number('listings') > 0 ? ` Listings affected: ${facts.count('listings')}.` : '';
        return `${day === '' ? 'See your subscription for details.' : `Effective ${day}.`}${paused}`;
      },
      action: 'See the subscription',
    },
    payment_failed: {
      label: 'failed payments',
      title: () => 'A payment has failed',
      body: (facts) => {
        const amount = facts.money('amount');
        const next = facts.day('nextAttemptAt');
        return [
          `We could not collect ${amount === '' ? 'the payment' : amount} for ${plan(facts)}.${because(facts)}`,
          next === '' ? 'Please check your payment method.' : `We will try again on ${next}.`,
        ].join(' ');
      },
      action: 'Check the payment method',
    },
    webhook_failing: {
      label: 'failing webhooks',
      title: () => 'A webhook is failing',
      body: (facts) =>
        `Three attempts of a delivery failed${facts.with('url', (url) => ` at ${url}`)}.${facts.with('error', (error) => ` Last error: ${error}.`)} After six it is disabled.`,
      action: 'See the webhook',
    },
    webhook_disabled: {
      label: 'disabled webhooks',
      title: () => 'A webhook has been disabled',
      body: (facts) =>
        `All six attempts of a delivery failed${facts.with('url', (url) => ` at ${url}`)}.${facts.with('error', (error) => ` Last error: ${error}.`)} Undelivered events are kept.`,
      action: 'See the webhook',
    },
    webhook_left: {
      label: 'webhooks without a keeper',
      title: () => 'A webhook needs a new keeper',
      body: (facts) =>
        `The member who kept the webhook${facts.with('url', (url) => ` to ${url}`)} has left the team or may no longer manage webhooks, so it is paused. Check its address, then hand it over or delete it.`,
      action: 'See the webhook',
    },
    import_finished: {
      label: 'finished imports',
      title: (facts) =>
        facts.number('failed') > 0 ? 'Your import has finished with errors' : 'Your import has finished',
      body: (facts) =>
        `${facts.count('created')} created, ${facts.count('updated')} updated, ${facts.count('failed')} failed.`,
      action: 'See the import',
    },
    team_invitation: {
      label: 'invitations to teams',
      title: (facts) => `${facts.text('company', 'A seller')} invites you to its team`,
      body: (facts) =>
        facts.with('role', (role) => `Your role would be ${role}.`) || 'You can accept or ignore it.',
      action: 'See the invitation',
    },
    team_joined: {
      label: 'new team members',
      title: (facts) => `${facts.text('name', 'Somebody')} has joined your team`,
      body: (facts) => facts.with('role', (role) => `Role: ${role}.`) || 'Your team has a new member.',
      action: 'See the team',
    },
    account_verified: {
      label: 'verification of your account',
      title: () => 'Your account is verified',
      body: () => 'Buyers now see the badge of a verified seller beside your listings.',
      action: 'See your account',
    },
    report_decided: {
      label: 'decisions on your reports',
      title: () => 'We have decided on your report',
      body: (facts) => reportOutcome(facts, REPORT_OUTCOME),
      action: 'See the decision',
    },
  },
  unsubscribePage: {
    title: 'E-mail notifications',
    question: (label) => `Stop mails about ${label}?`,
    button: 'Unsubscribe from these mails',
    done: (label) =>
      `You will no longer receive mails about ${label}. You can change this in your settings at any time.`,
    questionOfOne: (name) => `Stop alerts for your saved search “${name}”?`,
    buttonOfOne: 'Stop alerts for this search',
    doneOfOne: (name) =>
      `Alerts for your saved search “${name}” are off. You can switch them on again at any time.`,
    gone: 'This saved search no longer exists, so there are no more alerts for it.',
    invalid: 'This link is not valid. You can choose which mails you receive in your settings.',
  },
};
