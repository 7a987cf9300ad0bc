/**
 * The layout of all emails: tables and inline styles, because email clients support little else. Rules for narrow
 * screens and dark mode are in the head.
 */
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Column } from '@react-email/column';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, Fragment, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailCard, RenderedMail } from './rendered-mail.ts';

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** The font of the pages where the reader has it, because email clients load no fonts. */
const FONT = '"Encode Sans", "Segoe UI", -apple-system, Roboto, Helvetica, Arial, sans-serif';

/** The tokens of browser/styles/base.css in light colors. HEAD_STYLE has the dark ones. */
const INK = '#13202a';
const INK_2 = '#4a5965';
const PAPER = '#f1f3f5';
const CARD = '#ffffff';
const WELL = '#f6f8f9';
const LINE = '#dce2e6';
const BRAND = '#0b4f7d';
const GOOD = '#0a6b45';
const AMBER = '#ffb000';
/** The same in light and dark, and so is amber. */
const NIGHT = '#0e1a23';
const ON_NIGHT = '#eef3f6';

const PICTURE_WIDTH = 200;
const PREVIEW_LENGTH_MAX = 140;

/** Classes beat styles only with `!important`. No quotes or angle brackets: React would escape them. */
const HEAD_STYLE = `
body { background: #f1f3f5; }
@media (max-width: 480px) {
  .band { border-radius: 0 !important; padding: 14px 16px !important; }
  .sheet { border-radius: 0 !important; border-width: 0 0 1px !important; padding: 20px 16px 24px !important; }
  .outer { padding: 0 !important; }
  .picture, .facts { display: block !important; width: 100% !important; padding-left: 0 !important; }
  .picture img { width: 100% !important; max-width: 100% !important; height: auto !important; }
  .facts { padding-top: 12px !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  body, .ground { background: #0d141a !important; }
  .sheet { background: #161f27 !important; border-color: #2b3843 !important; }
  .ink { color: #e9eef1 !important; }
  .ink-2 { color: #a9b6c0 !important; }
  .link { color: #7cc0ee !important; }
  .good { color: #5fd09f !important; }
  .code { background: #1c2730 !important; color: #e9eef1 !important; border-color: #2b3843 !important; }
  .line { border-color: #2b3843 !important; }
}
`.replaceAll(/\s*\n\s*/g, ' ');

/** Text styles, with sizes in pixels. A long word breaks instead of widening the email. */
function words(
  color: string,
  size: number,
  lineHeight: number,
  more: Pick<CSSProperties, 'margin' | 'fontWeight'>,
): CSSProperties {
  const sizes = { fontSize: `${size}px`, lineHeight: `${lineHeight}px` };
  return { color, ...sizes, ...more, overflowWrap: 'anywhere' };
}

export function layoutOf(mail: RenderedMail): string {
  return `${DOCTYPE}${renderToStaticMarkup(<Layout mail={mail} />)}`;
}

function Layout({ mail }: { mail: RenderedMail }): ReactElement {
  const { language, subject, paragraphs, code, cards, belowCards, action, frame } = mail;
  return (
    <Html lang={language}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{HEAD_STYLE}</style>
      </Head>
      <Preview>{previewOf(paragraphs)}</Preview>
      <Body style={{ margin: 0, padding: 0, fontFamily: FONT }}>
        <Section className="ground" style={{ background: PAPER }}>
          <Container style={{ maxWidth: '600px' }}>
            <Section className="outer" style={{ padding: '24px 12px 0' }}>
              <Section
                className="band"
                style={{ background: NIGHT, borderRadius: '10px 10px 0 0', padding: '16px 28px' }}
              >
                <Link
                  href={frame.siteUrl}
                  style={{ color: ON_NIGHT, fontSize: '20px', lineHeight: '26px', fontWeight: 700 }}
                >
                  {frame.site}
                </Link>
              </Section>
              <Tape />
              <Section
                className="sheet"
                style={{
                  background: CARD,
                  border: `1px solid ${LINE}`,
                  borderTopWidth: '0',
                  borderRadius: '0 0 10px 10px',
                  padding: '24px 28px 28px',
                }}
              >
                <Heading
                  as="h1"
                  className="ink"
                  style={words(INK, 24, 30, { margin: '0 0 14px', fontWeight: 700 })}
                >
                  {headlineOf(mail)}
                </Heading>
                {paragraphs.map((text, i) => (
                  <Fragment key={i}>
                    <Paragraph text={text} />
                    {code !== undefined && text.includes(code) && <Code code={code} />}
                  </Fragment>
                ))}
                {cards.map((card) => (
                  <Card key={card.url} card={card} />
                ))}
                {belowCards !== undefined && <Paragraph text={belowCards} />}
                {action !== undefined && (
                  <Section style={{ paddingTop: '8px' }}>
                    <Button
                      className="button"
                      href={action.url}
                      style={{
                        background: AMBER,
                        color: INK,
                        borderRadius: '6px',
                        padding: '12px 22px',
                        overflowWrap: 'anywhere',
                        fontSize: '16px',
                        fontWeight: 650,
                      }}
                    >
                      {action.label}
                    </Button>
                    <Text className="ink-2" style={words(INK_2, 13, 18, { margin: '16px 0 0' })}>
                      {frame.copy}
                      <br />
                      <Link
                        className="link"
                        href={action.url}
                        style={{ color: BRAND, wordBreak: 'break-all' }}
                      >
                        {action.url}
                      </Link>
                    </Text>
                  </Section>
                )}
              </Section>
              <Footer mail={mail} />
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

/** Reflector tape. Programs that draw no gradients show an unbroken amber line. */
function Tape(): ReactElement {
  const backgroundImage = `repeating-linear-gradient(90deg, ${AMBER} 0 28px, ${NIGHT} 28px 32px)`;
  return (
    <Section
      style={{ backgroundColor: AMBER, backgroundImage, height: '4px', fontSize: '0', lineHeight: '4px' }}
    >
      &nbsp;
    </Section>
  );
}

/** The preview that email clients show next to the subject: the text after the greeting. */
function previewOf(paragraphs: readonly string[]): string {
  const afterGreeting = paragraphs.length > 1 ? paragraphs.slice(1) : paragraphs;
  return afterGreeting.join(' ').replaceAll(/\s+/g, ' ').slice(0, PREVIEW_LENGTH_MAX);
}

function headlineOf({ subject, frame }: RenderedMail): string {
  const mark = `${frame.site}: `;
  const text = subject.startsWith(mark) ? subject.slice(mark.length) : subject;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function Paragraph({ text }: { text: string }): ReactElement {
  return (
    <Text className="ink" style={words(INK, 16, 24, { margin: '0 0 12px' })}>
      {text.split('\n').map((line, i) => (
        <Fragment key={i}>
          {i > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Text>
  );
}

function Code({ code }: { code: string }): ReactElement {
  return (
    <Text
      className="code"
      style={{
        color: INK,
        margin: '0 0 16px',
        fontSize: '30px',
        lineHeight: '36px',
        fontWeight: 700,
        padding: '14px 8px',
        background: WELL,
        border: `1px solid ${LINE}`,
        borderRadius: '6px',
        letterSpacing: '6px',
        textAlign: 'center',
      }}
    >
      {code}
    </Text>
  );
}

function Card({
  card: { title, url, imageUrl, price, facts, highlight, lines },
}: {
  card: MailCard;
}): ReactElement {
  return (
    <Section className="line" style={{ borderTop: `1px solid ${LINE}`, padding: '16px 0' }}>
      <Row>
        {imageUrl !== null && (
          <Column className="picture" width={PICTURE_WIDTH} style={{ verticalAlign: 'top' }}>
            {/* The title beside it is the same link, which is enough for those who hear the mail. */}
            <Link href={url} aria-hidden="true" tabIndex={-1}>
              {/* A preload in the head, which React adds for eager pictures, is nothing for mails. */}
              <Img
                src={imageUrl}
                alt=""
                width={PICTURE_WIDTH}
                loading="lazy"
                style={{ borderRadius: '6px', width: `${PICTURE_WIDTH}px`, maxWidth: '100%' }}
              />
            </Link>
          </Column>
        )}
        <Column
          className="facts"
          style={{ verticalAlign: 'top', ...(imageUrl === null ? {} : { paddingLeft: '16px' }) }}
        >
          <Link className="ink" href={url} style={words(INK, 17, 22, { fontWeight: 650 })}>
            {title}
          </Link>
          {price !== undefined && (
            <Text className="ink" style={words(INK, 22, 28, { margin: '4px 0 0', fontWeight: 700 })}>
              {price}
            </Text>
          )}
          {highlight !== undefined && (
            <Text className="good" style={words(GOOD, 14, 20, { margin: '2px 0 0', fontWeight: 600 })}>
              {highlight}
            </Text>
          )}
          {facts !== undefined && (
            <Text className="ink" style={words(INK, 14, 20, { margin: '4px 0 0', fontWeight: 600 })}>
              {facts}
            </Text>
          )}
          {lines.map((line) => (
            <Text key={line} className="ink-2" style={words(INK_2, 14, 20, { margin: '4px 0 0' })}>
              {line}
            </Text>
          ))}
        </Column>
      </Row>
    </Section>
  );
}

function Footer({ mail: { reason, unsubscribe, frame } }: { mail: RenderedMail }): ReactElement {
  const small = words(INK_2, 13, 19, { margin: '0 0 8px' });
  const links = (all: RenderedMail['unsubscribe']): ReactElement => (
    <Text className="ink-2" style={small}>
      {all.map(({ label, url }, at) => (
        <Fragment key={url}>
          {at > 0 && ' · '}
          <Link className="link" href={url} style={{ color: BRAND, textDecoration: 'underline' }}>
            {label}
          </Link>
        </Fragment>
      ))}
    </Text>
  );
  return (
    <Section style={{ padding: '16px' }}>
      {reason !== undefined && (
        <Text className="ink-2" style={small}>
          {reason}
        </Text>
      )}
      {unsubscribe.length > 0 && links(unsubscribe)}
      <Hr className="line" style={{ borderColor: LINE, margin: '8px 0 12px' }} />
      {links(frame.links)}
    </Section>
  );
}
