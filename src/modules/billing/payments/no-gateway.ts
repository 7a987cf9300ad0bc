import { AppError } from '../../../platform/errors/app-error.ts';
import type { Gateway } from './gateway.ts';

const refuse = async (): Promise<never> => {
  throw new AppError('SERVICE_UNAVAILABLE', 'Payments are not set up on this server.');
};

/** Production without a payment service: nothing can be bought, and no test money passes for real. */
export const NO_GATEWAY: Gateway = {
  name: 'none',
  setUpPaymentMethod: refuse,
  charge: refuse,
  retrieve: refuse,
  cancel: refuse,
  refund: refuse,
};
