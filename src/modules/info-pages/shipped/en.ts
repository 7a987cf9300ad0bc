export const en = {
  about: {
    title: 'About us',
    body: `Fifthwheel is a marketplace for commercial vehicles: trucks, trailers, vans, buses and construction machines. Dealers from all over Europe show their stock here, and buyers write to them directly.

## What we care about

- **Numbers that can be compared.** Power, axles, weights and emission classes are stated in the same way for every vehicle. Prices say whether VAT is included.
- **Labels that explain themselves.** Beside a price label you see how many similar vehicles it is based on. Where there are too few, there is no label.
- **Dealers you can judge.** The trust score comes from verification, reviews, answering time and complete listings. It cannot be bought.
- **No detours.** You can search without an account. An account is needed only to write, save and be told of new vehicles.

## Who is behind it

{operator} runs this market. Our address is in the [imprint](/en/info/imprint).`,
  },
  buying: {
    title: 'How buying works',
    body: `## 1. Find

Type what you need in your own words, such as *actros 2020 4x2 under 60k*, or use the filters. Save a search, and we write to you when a matching vehicle arrives.

## 2. Compare

Put up to five vehicles side by side. Differences are marked, and you can share the comparison as a link.

## 3. Ask

Write to the dealer from the page of the vehicle. You do not need an account in advance: we send a code to your address, and the dealer's answer reaches you by e-mail and in your inbox here.

Good questions before a visit:

- Is the service history complete, and who did the work?
- What is the date of the last inspection, and were there defects?
- Which tyres are fitted, and how much tread is left?
- Is the price net or gross, and can VAT be shown on the invoice?

## 4. See and pay

Look at the vehicle and its papers before you pay. The contract is between you and the dealer: the market takes no money for vehicles and asks for none.

**Be careful** when somebody asks for a deposit before you have seen the vehicle, wants to move the conversation elsewhere at once, or offers a price far below that of similar vehicles. Report such a listing or conversation; the link is right beside it.

## 5. Review

After you have exchanged messages with a dealer you can write a review. It helps the next buyer.`,
  },
  selling: {
    title: 'How selling works',
    body: `## Start

[Create an account](/en/register?role=SELLER) for your company, confirm your e-mail address and upload your documents. You can prepare listings at once, and buyers see the badge of a verified seller as soon as we have checked the documents.

## Bring your stock

- **By hand**, with a form that asks only for what matters for the kind of vehicle.
- **By file**: CSV or XML, once or on a schedule, with pictures.
- **Through the API**: everything that the pages can do, your own system can do too. [Read the reference](/docs).

## Answer

Inquiries arrive in your inbox, by e-mail and, if you like, as webhooks in your own system. Buyers see how quickly you usually answer.

## Plans

Each plan says how many vehicles can be live at the same time. You can change the plan at any time.`,
  },
  help: {
    title: 'Help',
    body: `## I did not get the code

Look in the spam folder, and check the address. You can have another code sent from the page that asks for it.

## I forgot my password

[Have a link sent to you](/en/forgot), and choose a new password.

## I get too many mails

Each mail has a link at its end that stops mails of its kind. You find all choices under [notification settings](/en/account/notices).

## A vehicle is not as described

Write to the dealer first. If the listing is wrong or looks like fraud, use "Report this listing" on its page: we look at every report.

## I want to delete my account

You find this under [your data](/en/account/data), together with a file of everything that we keep about you.

## I need to talk to somebody

Write to us: {email}`,
  },
  imprint: {
    title: 'Imprint',
    body: `## Provider

**{operator}**  
{address}  
{country}

E-mail: {email}

VAT ID: {vatId}

## Content of listings

Dealers are responsible for their listings. If you think that a listing is unlawful, report it on its page: we look at it and tell you what we have decided.`,
  },
  privacy: {
    title: 'Privacy',
    body: `## Who is responsible

{operator}, whose address is in the [imprint](/en/info/imprint), is responsible for the data that this market keeps.

E-mail: {email}

## What we keep, and why

- **Account:** your name, e-mail address, language and, if you give it, your phone number. The password is stored only as a hash. We need this so that you can sign in and be reached (Article 6(1)(b) GDPR).
- **Company details and documents** of dealers, so that buyers know whom they deal with.
- **Messages** between you and dealers, with their attachments, so that both sides can read them.
- **Favorites, saved searches and comparisons** that you make.
- **Reviews**, which are public with your name.
- **Sessions:** the browser and address with which you signed in, so that you can see and end them.
- **Security records:** addresses of requests are kept for a short time to fend off attacks (Article 6(1)(f) GDPR).

Views of a listing are counted once per visitor and day. For this we keep a hash that does not say who you are.

## Cookies

We set one cookie, and only when you sign in: it carries your session. There is no advertising, no analytics by others, and nothing is loaded from other hosts. That is why there is no cookie banner.

## Who gets data

A dealer to whom you write gets your name and your message. Payment providers get what they need for the invoices of dealers. We do not sell data.

## Your rights

You can read, correct, take away and erase your data: under [your data](/en/account/data) you get a file of everything that we keep, and you can erase the account there. You may object to processing, and complain to a supervisory authority.`,
  },
  terms: {
    title: 'Terms of use',
    body: `## 1. What this is

{operator} runs a marketplace on which dealers offer commercial vehicles. Contracts about vehicles are made between buyer and dealer; the market is not a party to them.

## 2. Accounts

Whoever opens an account gives true details and keeps the password secret. Dealers act for a company and show documents when asked for them.

## 3. Listings

A dealer lists only vehicles that it may sell, describes them truthfully, states the price honestly and removes what is sold. The same vehicle is listed once. Pictures show the vehicle itself.

## 4. Messages and reviews

No insults, no advertising, no attempts to get payments or passwords. Reviews tell of one's own experience. We do not change reviews; we remove those that break these terms.

## 5. What happens to violations

We may remove content and suspend accounts. Whoever is affected is told the reason and can object.

## 6. Availability and liability

We run the market with care, but not without interruption. We are liable without limit for intent, gross negligence and injury to life, body or health; beyond that only for the breach of essential duties, and for foreseeable damage.

## 7. Plans of dealers

Prices and terms of a plan are shown before it is booked. It can be cancelled to the end of the period that is paid for.

## 8. Law

The law of the country in which the operator is established applies. Mandatory rights of consumers stay as they are.`,
  },
  accessibility: {
    title: 'Accessibility',
    body: `We want everybody to be able to use this market. We work to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.

## How we make sure

- Every page can be used by keyboard, and shows where the focus is.
- Search, listings, messages and the account work without scripts.
- Colours have enough contrast, in the light and in the dark appearance, and never carry a meaning alone.
- Text can be enlarged to 200 %, and pages fit a width of 320 pixels.
- Movements are left out if your system asks for that.
- Automatic tests check the pages with every change.

## What we know is missing

- Pictures that dealers upload have no descriptions; the data of the vehicle stands beside them as text.
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
