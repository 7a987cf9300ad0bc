import { Type } from 'typebox';
import { ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import type { Administration } from './administration.ts';
import { AdminPlanView, GrantBody, PlanBody, SubscriptionView } from './schemas.ts';
import { subscriptionView } from './subscription/subscription-views.ts';
import { PlanView, planView } from './views.ts';

export function adminBillingRoutes(administration: Administration) {
  const common = adminRow('Admin: billing');
  return [
    route('GET', '/admin/plans', {
      ...common,
      operationId: 'admin.plans.list',
      summary: 'List all plans with their number of sellers, including withdrawn ones',
      responses: { 200: Type.Object({ plans: Type.Array(AdminPlanView) }) },
      handler: async () => {
        const plans = await administration.plans();
        return ok({ plans: plans.map(({ plan, subscribers }) => ({ ...planView(plan), subscribers })) });
      },
    }),
    route('PATCH', '/admin/plans/:id', {
      ...common,
      operationId: 'admin.plans.update',
      needsFreshSignIn: true,
      summary: 'Change a plan; limits apply immediately, prices from the next period',
      body: PlanBody,
      responses: { 200: Type.Object({ plan: PlanView }) },
      handler: async ({ actor, params, body, context }) =>
        ok({ plan: planView(await administration.changePlan(actor, params.id, body, context)) }),
    }),
    route('PUT', '/admin/users/:id/subscription', {
      ...common,
      operationId: 'admin.users.grantPlan',
      needsFreshSignIn: true,
      summary: "Assign a plan to a user's seller, free of charge and without an end date",
      body: GrantBody,
      responses: { 200: Type.Object({ subscription: SubscriptionView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        const account = await administration.grantToUser(actor, params.id, body.planId, context);
        return ok({ subscription: subscriptionView(account) });
      },
    }),
  ];
}
