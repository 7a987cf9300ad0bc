import { isoOrNull } from '../../platform/clock.ts';
import type { Static } from 'typebox';
import type { AttemptRow } from './attempts.repository.ts';
import type { DeliveryError } from './delivery-errors.ts';
import { decodeStorable } from './logged-response.ts';
import type { LogDetail, LogEntry, WebhookView } from './schemas.ts';
import { lacksKeeper } from './silence.repository.ts';
import type { WebhookRow } from './tables.ts';

export function webhookView(
  row: WebhookRow,
  withheldEvents: string[],
  names: ReadonlyMap<string, string>,
): Static<typeof WebhookView> {
  const member = (userId: string | null) =>
    userId === null ? null : { userId, name: names.get(userId) ?? '' };
  const reason = row.disabled_reason ?? (lacksKeeper(row) ? 'member_left' : null);
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: lacksKeeper(row) ? 'disabled' : row.status,
    createdAt: row.created_at.toISOString(),
    ...(row.failing_since === null ? {} : { failingSince: row.failing_since.toISOString() }),
    ...(row.last_error === null || row.last_error_at === null
      ? {}
      : {
          lastError: {
            error: row.last_error as DeliveryError,
            responseCode: row.last_response_code,
            at: row.last_error_at.toISOString(),
          },
        }),
    ...(reason === null ? {} : { disabledReason: reason }),
    ...(row.seller_id === null ? {} : { maker: member(row.maker_id), keeper: member(row.keeper_id) }),
    ...(withheldEvents.length === 0 ? {} : { withheldEvents }),
  };
}

export function logDetail(row: AttemptRow, sent: Buffer | null): LogDetail {
  const hasResponse = row.response_headers !== null || row.response_body !== null;
  return {
    ...logEntry(row),
    request: { headers: row.request_headers, body: sent === null ? null : decodeStorable(sent) },
    response: hasResponse ? { headers: row.response_headers, body: row.response_body } : null,
  };
}

export function logEntry(row: AttemptRow): LogEntry {
  const common = {
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    response_code: row.response_code,
    response_time_ms: row.response_time_ms,
    created_at: row.created_at.toISOString(),
  };
  if (row.status === 'delivered') return { ...common, delivered_at: row.created_at.toISOString() };
  return {
    ...common,
    error: row.error as DeliveryError,
    retry_count: row.attempt - 1,
    next_retry: isoOrNull(row.next_retry),
  };
}
