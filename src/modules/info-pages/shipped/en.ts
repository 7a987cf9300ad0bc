export const en = {
  about: {
    title: 'About us',
    body: `Fifthwheel is a marketplace for commercial vehicles: trucks, trailers, vans, buses and construction machines. Dealers from all over Europe show their stock here, and buyers write to them directly.

## What we care about

- **Numbers that can be compared.** Power, axles, weights and emission classes are stated in the same way for every vehicle. Prices say whether VAT is included.
- **Labels that explain themselves.** Each price label shows how many similar vehicles it is based on. If there are too few, we show no label.
- **Dealers you can judge.** The trust score is based on verification, reviews, response time and complete listings. It cannot be bought.
- **No detours.** You can search without an account. You need an account only to write messages, save vehicles and receive alerts.

## Who is behind it

{operator} operates this marketplace. Our address is in the [imprint](/en/info/imprint).`,
  },
  buying: {
    title: 'How buying works',
    body: `## 1. Find

Type what you need in your own words, such as *actros 2020 4x2 under 60k*, or use the filters. Save a search, and we will email you when a matching vehicle is listed.

## 2. Compare

Put up to five vehicles side by side. Differences are marked, and you can share the comparison as a link.

## 3. Ask

Write to the dealer from the page of the vehicle. You do not need an account in advance: we send a code to your email address, and you receive the dealer's reply by email and in your inbox here.

Good questions before a visit:

- Is the service history complete, and who did the work?
- What is the date of the last inspection, and were there defects?
- Which tyres are fitted, and how much tread is left?
- Is the price net or gross, and can VAT be shown on the invoice?

## 4. Inspect and pay

Look at the vehicle and its papers before you pay. The contract is between you and the dealer: the marketplace never collects payments for vehicles.

**Be careful** if a dealer asks for a deposit before you have seen the vehicle, wants to move the conversation elsewhere immediately, or offers a price far below that of similar vehicles. Please report the listing or conversation; the link is right next to it.

## 5. Review

After you have exchanged messages with a dealer you can write a review. It helps the next buyer.`,
  },
  selling: {
    title: 'How selling works',
    body: `## Start

[Create an account](/en/register?role=SELLER) for your company, confirm your email address and upload your documents. You can prepare listings immediately, and buyers see the verified dealer badge as soon as we have checked the documents.

## Bring your stock

- **By hand**, with a form that asks only for details relevant to the type of vehicle.
- **By file**: CSV or XML, once or on a schedule, with photos.
- **Through the API**: your own system can do everything that you can do on these pages. [Read the reference](/docs).

## Answer inquiries

You receive inquiries in your inbox, by email and, if you like, as webhooks in your own system. Buyers see how quickly you usually reply.

## Plans

Each plan defines how many vehicles can be live at the same time. You can change the plan at any time.`,
  },
  help: {
    title: 'Help',
    body: `## I didn't receive the code

Look in the spam folder, and check the address. You can request a new code on the page where you enter it.

## I forgot my password

[Request a link](/en/forgot), then choose a new password.

## I receive too many emails

Each email ends with a link to unsubscribe from emails of that type. All options are in your [notification settings](/en/account/notices).

## A vehicle is not as described

Write to the dealer first. If the listing is wrong or looks like fraud, use "Report listing" on its page. We review every report.

## I want to delete my account

You can do this under [your data](/en/account/data), where you can also download all data that we store about you.

## I need to contact support

Write to us: {email}`,
  },
  imprint: {
    title: 'Imprint',
    body: `## Provider

**{operator}**  
{address}  
{country}

Email: {email}

VAT ID: {vatId}

## Content of listings

Dealers are responsible for their listings. If you think that a listing is unlawful, report it on its page. We will review it and inform you of our decision.`,
  },
  privacy: {
    title: 'Privacy',
    body: `## Who is responsible

{operator}, whose address is in the [imprint](/en/info/imprint), is responsible for the data that this marketplace stores.

Email: {email}

## What data we store, and why

- **Account:** your name, email address, language and, if you give it, your phone number. The password is stored only as a hash. We need this so that you can sign in and we can contact you (Article 6(1)(b) GDPR).
- **Company details and documents** of dealers, so that buyers know who they are dealing with.
- **Messages** between you and dealers, with their attachments, so that both sides can read them.
- **Favourites, saved searches and comparisons** that you create.
- **Reviews**, which are public with your name.
- **Sessions:** the browser and address with which you signed in, so that you can see and end them.
- **Security records:** addresses of requests are kept for a short time to fend off attacks (Article 6(1)(f) GDPR).

Views of a listing are counted once per visitor and day. For this we store a hash that does not identify you.

## Cookies

We set one cookie, and only when you sign in: it carries your session. There is no advertising, there are no third-party analytics, and nothing is loaded from other hosts. That is why there is no cookie banner.

## Who gets data

A dealer to whom you write receives your name and your message. Payment providers receive the data that they need for dealers' invoices. We do not sell data.

## Your rights

You can view, correct, export and erase your data: under [your data](/en/account/data) you can download all data that we store and delete your account. You may object to the processing of your data, and lodge a complaint with a supervisory authority.`,
  },
  terms: {
    title: 'Terms of use',
    body: `## 1. Scope

{operator} operates a marketplace on which dealers offer commercial vehicles. Contracts for vehicles are concluded between buyer and dealer; the marketplace is not a party to them.

## 2. Accounts

Account holders must provide true information and keep their password secret. Dealers act on behalf of a company and provide documents on request.

## 3. Listings

A dealer lists only vehicles that it may sell, describes them truthfully, states the price honestly and removes what is sold. Each vehicle is listed only once. Photos show the vehicle itself.

## 4. Messages and reviews

Insults, advertising and attempts to obtain payments or passwords are prohibited. Reviews must describe the reviewer's own experience. We do not edit reviews; we remove those that breach these terms.

## 5. Breaches of these terms

We may remove content and suspend accounts. We inform the account holder concerned of the reason, and they can appeal.

## 6. Availability and liability

We operate the marketplace with care, but we cannot guarantee uninterrupted availability. We are liable without limit for intent, gross negligence and injury to life, body or health; beyond that only for the breach of essential duties, and for foreseeable damage.

## 7. Dealer plans

Prices and terms of a plan are shown before it is ordered. It can be cancelled with effect from the end of the paid period.

## 8. Law

The law of the country in which the operator is established applies. Mandatory consumer rights remain unaffected.`,
  },
  accessibility: {
    title: 'Accessibility',
    body: `We want everyone to be able to use this marketplace. We follow the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.

## What we do

- Every page can be used with the keyboard and shows the focus.
- Search, listings, messages and the account work without scripts.
- Colours have sufficient contrast, in light and dark mode, and are never the only carrier of meaning.
- Text can be enlarged to 200 %, and pages fit a width of 320 pixels.
- Animations are turned off if your system requests it.
- Automatic tests check the pages with every change.

## Known limitations

- Photos that dealers upload have no descriptions; the vehicle data next to them is text.
- Descriptions are shown in the language in which the dealer wrote them.

## Tell us

If something does not work for you, write to us: {email}`,
  },
} as const;

/** A text in force until an operator publishes another. */
export interface ShippedText {
  readonly title: string;
  readonly body: string;
}

export type ShippedTexts = Readonly<Record<keyof typeof en, ShippedText>>;
