import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { Settings } from '../settings/index.ts';
import { Administration } from './administration.ts';
import { Invoicing } from './invoices/invoicing.ts';
import { SubscriptionChanges } from './subscription/subscription-changes.ts';
import { SubscriptionLifecycle } from './subscription/subscription-lifecycle.ts';
import { type Gateway, NO_GATEWAY } from './payments/gateway.ts';
import { billingJobs } from './jobs.ts';
import { CouponAdministration } from './coupons/coupon-administration.ts';
import { MailTemplates } from './mail-templates.ts';
import type { Customers } from './customers.ts';
import { type ListingSlots, UsageReader } from './limits/usage.ts';
import { BillingReader } from './billing-reader.ts';
import { OwnerNotices } from './subscription/owner-notices.ts';
import { MoneyReader } from './money-reader.ts';
import { Payments } from './payments/payments.ts';
import { Refunds } from './payments/refunds.ts';
import { Renewals } from './subscription/renewals.ts';
import { Subscriptions } from './service.ts';
import { createStripeClient } from './payments/stripe-client.ts';
import { StripeGateway } from './payments/stripe-gateway.ts';
import { addStripeWebhook } from './payments/stripe-webhook.ts';
import { SubscriptionWriter } from './subscription/subscription-writer.ts';
import { type GatewayCallback, TestGateway } from './payments/test-gateway.ts';

export interface BillingDependencies {
  readonly settings: Settings;
  readonly listings: ListingSlots;
  readonly customers: Customers;
  /** Default: Stripe if configured, else the test gateway, except in production, where nothing can be purchased. */
  readonly gateway?: Gateway;
}

export function createParts(platform: Platform, deps: BillingDependencies) {
  const { db, clock, log, config } = platform;
  const callback: JobDefinition<GatewayCallback> = {
    name: 'billing.receive-test-callback',
    lane: 'urgent',
    run: ({ paymentId }) => payments.handleCallback(paymentId),
  };
  const stripe =
    config.stripe === null || config.mode === 'sandbox' ? null : createStripeClient(config.stripe);
  const chosen =
    stripe !== null
      ? new StripeGateway(stripe)
      : config.production && config.mode === 'live'
        ? NO_GATEWAY
        : new TestGateway(platform, callback);
  const gateway = deps.gateway ?? chosen;
  const notices = new OwnerNotices(platform.notices);
  const mailTemplates = new MailTemplates(platform.mails);
  const invoicing = new Invoicing({ ...platform, settings: deps.settings, mailTemplates });
  const { listings: slots, customers } = deps;
  const writer = new SubscriptionWriter({
    events: platform.events,
    clock,
    invoicing,
    slots,
    notices: notices,
  });
  const lifecycle = new SubscriptionLifecycle(writer);
  const changes = new SubscriptionChanges(writer, lifecycle);
  const payments = new Payments({
    db,
    clock,
    log,
    gateway,
    customers,
    invoicing,
    changes,
    lifecycle,
    notices: notices,
  });
  const { audit } = platform;
  const refunds = new Refunds({ db, clock, log, audit, gateway, customers, invoicing, mailTemplates });
  const renewals = new Renewals({ db, clock, customers, slots, lifecycle, payments, notices });
  const usage = new UsageReader();
  return {
    usage,
    payments,
    refunds,
    renewals,
    subscriptions: new Subscriptions({ db, clock, gateway, customers, invoicing, changes, payments }),
    reader: new BillingReader({ db, clock, invoicing, usage, customers, slots }),
    administration: new Administration({ db, audit, customers, lifecycle }),
    money: new MoneyReader({ db, customers }),
    coupons: new CouponAdministration({ db, clock, audit, customers }),
    jobs: [...billingJobs({ db, jobs: platform.jobs, clock, renewals, payments, refunds }), callback],
    extend: ((app) => {
      if (stripe === null || config.stripe === null) return;
      addStripeWebhook(app, {
        stripe,
        secret: config.stripe.webhookSecret,
        payments,
        db,
        wallClock: platform.wallClock,
      });
    }) satisfies Module['extend'],
  };
}
