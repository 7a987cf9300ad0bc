import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Actor, Scope, TeamRole, UserActor } from '../actor.ts';
import type { ErrorDetail } from '../errors/app-error.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { MountStyle } from './mounts.ts';
import type { TagName } from './openapi/tags.ts';
import type { UploadedFile, UploadRules } from './uploads/uploads.ts';

/** Access rule of an endpoint. */
export type Access =
  | { readonly kind: 'public' }
  /** Any signed-in user. API keys need one of the scopes; without scopes, they are rejected unless `anyKey` is set. */
  | { readonly kind: 'user'; readonly scopes: readonly Scope[]; readonly anyKey?: boolean }
  /** A member of a seller's team with at least this team role. */
  | {
      readonly kind: 'seller';
      readonly scopes: readonly Scope[];
      readonly teamRole: TeamRole;
      /** Administrators too, who belong to no seller. */
      readonly orAdmin?: true;
    }
  | { readonly kind: 'admin' };

export const access = {
  public: { kind: 'public' },
  user: (...scopes: readonly Scope[]) => ({ kind: 'user', scopes }) as const,
  anyKey: { kind: 'user', scopes: [], anyKey: true },
  seller: (teamRole: TeamRole, ...scopes: readonly Scope[]) =>
    ({ kind: 'seller', scopes, teamRole }) as const,
  sellerOrAdmin: (teamRole: TeamRole, ...scopes: readonly Scope[]) =>
    ({ kind: 'seller', scopes, teamRole, orAdmin: true }) as const,
  admin: { kind: 'admin' },
} as const;

/** Specification "Limits": the budget that a request counts against. The figures are in rate-limits.ts. */
export type RateClass =
  | 'auth'
  | 'deviceSignIn'
  | 'listings'
  | 'search'
  | 'seller'
  | 'upload'
  | 'general'
  | 'pages'
  | 'files'
  | 'writes';

/** Public responses may be cached by any cache for that long, private ones by none. */
export type CachePolicy =
  { readonly kind: 'private' } | { readonly kind: 'public'; readonly maxAgeSeconds: number };

export const PRIVATE: CachePolicy = { kind: 'private' };
export function publicFor(maxAgeSeconds: number): CachePolicy {
  return { kind: 'public', maxAgeSeconds };
}

/** The part of the row that all administrators' endpoints share. */
export const adminRow = <T extends TagName>(tag: T) =>
  ({ tag, access: access.admin, rateLimit: 'general', cache: PRIVATE }) as const;

export interface RequestContext {
  readonly requestId: string;
  /** When the server began to read it; on a busy one its handler runs later. */
  readonly arrivedAt: Date;
  readonly ip: string;
  readonly userAgent: string | null;
  /** Style of the requested mount. */
  readonly style: MountStyle;
  /** From Accept-Language, best first, as lower-case BCP 47 tags. */
  readonly languages: readonly string[];
  readonly ifMatch: string | null;
  /** The request had a right signature. */
  readonly isSigned: boolean;
  header(name: string): string | null;
}

export interface HandlerRequest<A, P, Q, B> {
  readonly actor: A;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly files: readonly UploadedFile[];
  readonly context: RequestContext;
}

/** Result of a handler; created by the functions of reply.ts. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** The whole envelope as JSON text, if it is already rendered. */
  readonly ready?: string | Buffer;
  readonly raw?: { readonly contentType: string; readonly content: string | Buffer | Readable };
  readonly headers?: Readonly<Record<string, string>>;
  readonly etag?: string;
}

type ActorFor<A extends Access> = A extends { kind: 'public' }
  ? Actor
  : A extends { kind: 'seller'; orAdmin: true }
    ? UserActor
    : A extends { kind: 'seller' }
      ? SellerActor
      : UserActor;

/** A user who belongs to a seller; rows with seller access get this actor. */
export type SellerActor = UserActor & { readonly seller: NonNullable<UserActor['seller']> };

type StaticOr<S, Fallback> = S extends TSchema ? Static<S> : Fallback;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** `resource.verb`; operations of administrators start with `admin.`. */
export type OperationId = `${string}.${string}`;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint. Mounts, validation, headers, OpenAPI, docs and conformance tests derive from this row. */
interface RouteRow<
  A extends Access = Access,
  Path extends string = string,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
> {
  /** Name in generated clients, such as `listings.create`. An alias has the name of the endpoint that it is another path of. */
  readonly operationId: OperationId;
  /** True for another path of a documented endpoint, or for one that is ambiguous next to those in the document. */
  readonly isAlias?: true;
  readonly tag: TagName;
  readonly summary: string;
  readonly description?: string;
  readonly access: A;
  /** Ignores bad credentials, because a user who signs in may still send expired ones. */
  readonly passesOverBadCredentials?: true;
  /** `ticket` of the query in place of a credential: a browser opens an event stream without headers. */
  readonly takesTicket?: true;
  /** In a browser, allowed only soon after the sign-in, so that finding an unlocked browser is not enough. */
  readonly needsFreshSignIn?: true;
  /** Open to administrators who view another account too: contains no secrets and no messages to the account holder. */
  readonly showsInViews?: true;
  readonly rateLimit: Exclude<RateClass, 'writes'>;
  /** Number of writes in a body with several operations, for the rate limit of writes of the account. */
  readonly writesOf?: (body: StaticOr<B, undefined>) => number;
  readonly cache: CachePolicy;
  /**
   * Forms of path parameters that are not an ID, slug or token, for the document. The handler rejects values of another form in
   * the same way as names that do not exist.
   */
  readonly params?: Readonly<Record<string, TSchema>>;
  readonly query?: Q;
  readonly body?: B;
  /** The body may be left out. */
  readonly bodyOptional?: boolean;
  /** Files of multipart forms that the endpoint accepts, instead of or in addition to JSON. */
  readonly upload?: UploadRules;
  /**
   * Per status: the schema of `data` in the envelope; `null` for no body; `'message'` for success and message only;
   * or the media type of another body.
   */
  readonly responses: Readonly<Record<number, TSchema | null | 'message' | { readonly contentType: string }>>;
  /** Other media types of the response, chosen by a query parameter. */
  readonly otherFormats?: readonly string[];
  /** Whether the ETag of the response is the version of the resource. */
  readonly versioned?: boolean;
  /** Whether the response to a creation has the path of the new resource as Location. */
  readonly locates?: true;
  /** Statuses whose responses have a message next to the data. */
  readonly withMessage?: readonly number[];
  /** Additional request headers, besides the usual ones of its kind of endpoint. */
  readonly headers?: readonly {
    readonly name: string;
    readonly description: string;
    readonly schema: TSchema;
  }[];
  /** Errors that do not follow from its access, body and parameters. */
  readonly errors?: readonly ErrorCode[];
  /**
   * Called when the body does not fit its schema, with the fields that do. Returns what the module's own rules object
   * to, so that the client learns all problems at once.
   */
  readonly alsoCheck?: (
    request: RequestOf<A, Path, Q, Partial<StaticOr<B, undefined>>>,
  ) => readonly ErrorDetail[] | Promise<readonly ErrorDetail[]>;
  readonly handler: (request: RequestOf<A, Path, Q, StaticOr<B, undefined>>) => Promise<Reply>;
  /**
   * For a POST that creates: builds its response from the current resource, given the argument of `recordCreated`. Called
   * for a repeated Idempotency-Key whose first response was lost.
   */
  readonly answerAgain?: (
    request: RequestOf<A, Path, Q, StaticOr<B, undefined>>,
    created: string,
  ) => Promise<Reply>;
}

type RequestOf<A extends Access, Path extends string, Q, B> = HandlerRequest<
  ActorFor<A>,
  Readonly<Record<ParamNames<Path>, string>>,
  StaticOr<Q, Record<string, never>>,
  B
>;

/** A row as lists hold it: only its functions need the types of actor, parameters, query and body. */
export type AnyRouteRow = Omit<RouteRow, 'errors' | 'writesOf' | 'handler' | 'alsoCheck' | 'answerAgain'> & {
  readonly method: Method;
  readonly path: string;
  readonly errors: readonly ErrorCode[];
  readonly writesOf?: (body: never) => number;
  readonly alsoCheck?: (
    request: HandlerRequest<never, never, never, never>,
  ) => readonly ErrorDetail[] | Promise<readonly ErrorDetail[]>;
  readonly handler: (request: HandlerRequest<never, never, never, never>) => Promise<Reply>;
  readonly answerAgain?: (
    request: HandlerRequest<never, never, never, never>,
    created: string,
  ) => Promise<Reply>;
};

/** The rows at another path: documented apart. */
export function asAliases(rows: readonly AnyRouteRow[]): AnyRouteRow[] {
  return rows.map((row) => ({ ...row, isAlias: true }));
}

/** `path` is without a mount: `/listings/:slug` is available below /api, /api/v1 and /v1. */
export function route<
  const A extends Access,
  const Path extends string,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(method: Method, path: Path, row: RouteRow<A, Path, Q, B>): AnyRouteRow {
  return { method, path, errors: [], ...row } as unknown as AnyRouteRow;
}
