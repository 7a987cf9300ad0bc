/** A vehicle in an email: its image, its name as a link, its price, what is new about it, its facts, and further lines. */
export interface MailCard {
  readonly title: string;
  readonly price?: string;
  readonly url: string;
  readonly imageUrl: string | null;
  readonly highlight?: string | undefined;
  readonly facts?: string | undefined;
  readonly lines: readonly string[];
}

/** Final texts of an email. */
export interface RenderedMail {
  readonly language: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly code?: string | undefined;
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  readonly reason?: string | undefined;
  readonly cards: readonly MailCard[];
  readonly belowCards?: string | undefined;
  readonly unsubscribe: readonly Link[];
  /** Parts that all emails share. */
  readonly frame: {
    readonly site: string;
    readonly siteUrl: string;
    /** Above the address that the button leads to. */
    readonly copy: string;
    readonly links: readonly Link[];
  };
}

interface Link {
  readonly label: string;
  readonly url: string;
}
