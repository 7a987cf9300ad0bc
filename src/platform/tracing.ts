/**
 * OpenTelemetry spans for requests, jobs, transactions, statements and outbound requests. Until tracing is switched
 * on (app/tracing.ts, by the OTEL_* variables) these functions only call what they are given.
 */
import {
  type Attributes,
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { VERSION } from './package-root.ts';

let isOn = false;

export function switchTracing(on: boolean): void {
  isOn = on;
}

export function isTracing(): boolean {
  return isOn;
}

interface SpanDetails {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Starts a new trace instead of continuing the current one. */
  readonly isRoot?: boolean;
}

/** Runs `work` within a span; the span is marked as failed when it throws. */
export async function traced<T>(
  name: string,
  details: SpanDetails,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!isOn) return work(null);
  const parent = details.isRoot === true ? ROOT_CONTEXT : context.active();
  const span = startSpan(name, details, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The span of an incoming request, a child of its `traceparent` header. */
export function startServerSpan(
  name: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  attributes: Attributes,
): { readonly span: Span; readonly context: Context } {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const span = startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

export function runIn<T>(where: Context, work: () => T): T {
  return context.with(where, work);
}

/** Records work that has just ended as a child of the current span. */
export function recordSpan(name: string, attributes: Attributes, durationMs: number, error?: unknown): void {
  const parent = context.active();
  // Outside any span (a poll, a listener) each statement would become a trace of one span.
  if (trace.getSpan(parent) === undefined) return;
  const endedAt = performance.timeOrigin + performance.now();
  const span = tracer().startSpan(
    name,
    { kind: SpanKind.CLIENT, attributes, startTime: endedAt - durationMs },
    parent,
  );
  if (error !== undefined) failSpan(span, error);
  span.end(endedAt);
}

/** Records only the kind of an error, because its message may quote user text. */
export function failSpan(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const type = [code, name].find((candidate) => typeof candidate === 'string') ?? 'Error';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function startSpan(name: string, details: SpanDetails, parent: Context): Span {
  const { kind = SpanKind.INTERNAL, attributes = {} } = details;
  return tracer().startSpan(name, { kind, attributes }, parent);
}

function tracer() {
  return trace.getTracer('fifthwheel', VERSION);
}
