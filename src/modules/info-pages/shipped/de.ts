import type { ShippedTexts } from './en.ts';

export const de: ShippedTexts = {
  about: {
    title: 'Über uns',
    body: `Fifthwheel ist ein Marktplatz für Nutzfahrzeuge: Lkw, Auflieger, Transporter, Busse und Baumaschinen. Händler aus ganz Europa zeigen hier ihren Bestand, und Käufer schreiben ihnen direkt.

## Worauf wir Wert legen

- **Angaben, die sich vergleichen lassen.** Leistung, Achsen, Gewichte und Abgasnormen stehen bei jedem Fahrzeug gleich. Bei Preisen steht dabei, ob sie die Mehrwertsteuer enthalten.
- **Einstufungen, die sich erklären.** Neben jeder Preiseinstufung sehen Sie, auf wie vielen ähnlichen Fahrzeugen sie beruht. Sind es zu wenige, gibt es keine.
- **Händler, die Sie einschätzen können.** Der Vertrauenswert ergibt sich aus Prüfung, Bewertungen, Antwortzeit und vollständigen Inseraten. Kaufen kann man ihn nicht.
- **Keine Umwege.** Suchen können Sie ohne Konto. Ein Konto brauchen Sie nur zum Schreiben, zum Merken und damit wir Ihnen neue Fahrzeuge melden.

## Wer dahintersteht

{operator} betreibt diesen Markt. Unsere Anschrift steht im [Impressum](/de/info/imprint).`,
  },
  buying: {
    title: 'So kaufen Sie',
    body: `## 1. Finden

Geben Sie ein, was Sie suchen, zum Beispiel *actros 2020 4x2 unter 60k*, oder nehmen Sie die Filter. Speichern Sie eine Suche, dann schreiben wir Ihnen, sobald ein passendes Fahrzeug dazukommt.

## 2. Vergleichen

Stellen Sie bis zu fünf Fahrzeuge nebeneinander. Unterschiede sind markiert, und den Vergleich können Sie als Link weitergeben.

## 3. Fragen

Schreiben Sie dem Händler von der Seite des Fahrzeugs aus. Ein Konto brauchen Sie dafür vorher nicht: Wir schicken einen Code an Ihre Adresse, und die Antwort des Händlers bekommen Sie per E-Mail und hier im Postfach.

Gute Fragen vor der Besichtigung:

- Ist das Serviceheft lückenlos, und wer hat die Arbeiten gemacht?
- Wann war die letzte Hauptuntersuchung, und gab es Mängel?
- Welche Reifen sind montiert, und wie viel Profil haben sie noch?
- Ist der Preis netto oder brutto, und wird die Mehrwertsteuer ausgewiesen?

## 4. Ansehen und bezahlen

Sehen Sie sich Fahrzeug und Papiere an, bevor Sie bezahlen. Den Vertrag schließen Sie mit dem Händler: Der Markt nimmt für Fahrzeuge kein Geld an und verlangt auch keines.

**Vorsicht**, wenn jemand eine Anzahlung möchte, bevor Sie das Fahrzeug gesehen haben, das Gespräch sofort woanders weiterführen will oder einen Preis weit unter dem ähnlicher Fahrzeuge nennt. Melden Sie das Inserat oder das Gespräch; der Link steht gleich daneben.

## 5. Bewerten

Wenn Sie mit einem Händler Nachrichten gewechselt haben, können Sie ihn bewerten. Das hilft dem nächsten Käufer.`,
  },
  selling: {
    title: 'So verkaufen Sie',
    body: `## Der Anfang

[Legen Sie ein Konto](/de/register?role=SELLER) für Ihre Firma an, bestätigen Sie Ihre E-Mail-Adresse und laden Sie Ihre Unterlagen hoch. Inserate können Sie sofort vorbereiten; sobald wir die Unterlagen geprüft haben, sehen Käufer Sie als geprüften Verkäufer.

## Ihr Bestand

- **Von Hand**, mit einem Formular, das nur nach dem fragt, was bei der Art des Fahrzeugs zählt.
- **Als Datei**: CSV oder XML, einmalig oder nach Zeitplan, mit Bildern.
- **Über die Schnittstelle**: Alles, was die Seiten können, kann auch Ihr eigenes System. [Zur Referenz](/docs).

## Antworten

Anfragen kommen im Postfach an, per E-Mail und auf Wunsch als Webhook in Ihrem eigenen System. Käufer sehen, wie schnell Sie in der Regel antworten.

## Tarife

Jeder Tarif sagt, wie viele Fahrzeuge gleichzeitig online sein können. Sie können ihn jederzeit wechseln.`,
  },
  help: {
    title: 'Hilfe',
    body: `## Der Code ist nicht angekommen

Sehen Sie im Spam-Ordner nach, und prüfen Sie die Adresse. Auf der Seite, die nach dem Code fragt, können Sie sich einen neuen schicken lassen.

## Ich habe mein Passwort vergessen

[Lassen Sie sich einen Link schicken](/de/forgot), und vergeben Sie ein neues.

## Ich bekomme zu viele E-Mails

Am Ende jeder E-Mail steht ein Link, mit dem Sie E-Mails dieser Art abbestellen. Alle Einstellungen finden Sie unter [Mitteilungen](/de/account/notices).

## Ein Fahrzeug ist nicht wie beschrieben

Schreiben Sie zuerst dem Händler. Ist das Inserat falsch oder sieht es nach Betrug aus, melden Sie es auf seiner Seite: Wir sehen uns jede Meldung an.

## Ich möchte mein Konto löschen

Das geht unter [Ihre Daten](/de/account/data). Dort bekommen Sie auch eine Datei mit allem, was wir über Sie speichern.

## Ich möchte mit jemandem sprechen

Schreiben Sie uns: {email}`,
  },
  imprint: {
    title: 'Impressum',
    body: `## Anbieter

**{operator}**  
{address}  
{country}

E-Mail: {email}

USt-IdNr.: {vatId}

## Inhalte der Inserate

Für ihre Inserate sind die Händler verantwortlich. Halten Sie ein Inserat für rechtswidrig, melden Sie es auf seiner Seite: Wir prüfen es und sagen Ihnen, wie wir entschieden haben.`,
  },
  privacy: {
    title: 'Datenschutz',
    body: `## Wer verantwortlich ist

Verantwortlich für die Daten, die dieser Markt speichert, ist {operator}; die Anschrift steht im [Impressum](/de/info/imprint).

E-Mail: {email}

## Was wir speichern und wozu

- **Konto:** Ihr Name, Ihre E-Mail-Adresse, Ihre Sprache und, wenn Sie sie angeben, Ihre Telefonnummer. Vom Passwort speichern wir nur eine Prüfsumme. Das brauchen wir, damit Sie sich anmelden können und erreichbar sind (Art. 6 Abs. 1 Buchst. b DSGVO).
- **Firmenangaben und Unterlagen** der Händler, damit Käufer wissen, mit wem sie es zu tun haben.
- **Nachrichten** zwischen Ihnen und Händlern samt Anhängen, damit beide Seiten sie lesen können.
- **Merkliste, Suchaufträge und Vergleiche**, die Sie anlegen.
- **Bewertungen**, die mit Ihrem Namen öffentlich sind.
- **Anmeldungen:** Browser und Adresse, mit denen Sie sich angemeldet haben, damit Sie sie sehen und beenden können.
- **Sicherheit:** Die Adressen von Anfragen bewahren wir kurze Zeit auf, um Angriffe abzuwehren (Art. 6 Abs. 1 Buchst. f DSGVO).

Aufrufe eines Inserats zählen wir einmal je Besucher und Tag. Dafür speichern wir eine Prüfsumme, die nicht sagt, wer Sie sind.

## Cookies

Wir setzen ein einziges Cookie, und zwar erst, wenn Sie sich anmelden: Es hält Ihre Sitzung fest. Es gibt keine Werbung und keine Auswertung durch andere, und nichts wird von fremden Servern geladen. Deshalb sehen Sie auch kein Cookie-Banner.

## Wer Daten bekommt

Der Händler, dem Sie schreiben, bekommt Ihren Namen und Ihre Nachricht. Zahlungsdienste bekommen, was sie für die Rechnungen der Händler brauchen. Wir verkaufen keine Daten.

## Ihre Rechte

Sie können Ihre Daten einsehen, berichtigen, mitnehmen und löschen: Unter [Ihre Daten](/de/account/data) bekommen Sie eine Datei mit allem, was wir speichern, und können das Konto löschen. Sie können der Verarbeitung widersprechen und sich bei einer Aufsichtsbehörde beschweren.`,
  },
  terms: {
    title: 'Nutzungsbedingungen',
    body: `## 1. Worum es geht

{operator} betreibt einen Marktplatz, auf dem Händler Nutzfahrzeuge anbieten. Verträge über Fahrzeuge kommen zwischen Käufer und Händler zustande; der Markt ist daran nicht beteiligt.

## 2. Konten

Wer ein Konto anlegt, macht wahre Angaben und hält das Passwort geheim. Händler handeln für eine Firma und legen auf Verlangen Unterlagen vor.

## 3. Inserate

Ein Händler inseriert nur Fahrzeuge, die er verkaufen darf, beschreibt sie wahrheitsgemäß, nennt den Preis ehrlich und nimmt Verkauftes heraus. Dasselbe Fahrzeug steht nur einmal im Markt. Bilder zeigen das Fahrzeug selbst.

## 4. Nachrichten und Bewertungen

Keine Beleidigungen, keine Werbung, keine Versuche, an Zahlungen oder Passwörter zu kommen. Bewertungen berichten von eigenen Erfahrungen. Wir ändern keine Bewertungen; wir entfernen solche, die gegen diese Bedingungen verstoßen.

## 5. Folgen von Verstößen

Wir können Inhalte entfernen und Konten sperren. Wer betroffen ist, erfährt den Grund und kann widersprechen.

## 6. Verfügbarkeit und Haftung

Wir betreiben den Markt sorgfältig, aber nicht ohne jede Unterbrechung. Bei Vorsatz, grober Fahrlässigkeit und bei Schäden an Leben, Körper oder Gesundheit haften wir unbeschränkt, sonst nur bei Verletzung wesentlicher Pflichten und für vorhersehbare Schäden.

## 7. Tarife der Händler

Preis und Laufzeit eines Tarifs stehen da, bevor er gebucht wird. Er kann zum Ende des bezahlten Zeitraums gekündigt werden.

## 8. Recht

Es gilt das Recht des Landes, in dem der Betreiber seinen Sitz hat. Zwingende Rechte von Verbrauchern bleiben unberührt.`,
  },
  accessibility: {
    title: 'Barrierefreiheit',
    body: `Dieser Markt soll für alle nutzbar sein. Wir richten uns nach den Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA.

## Was wir dafür tun

- Jede Seite lässt sich mit der Tastatur bedienen und zeigt, wo der Fokus steht.
- Suche, Inserate, Nachrichten und Konto funktionieren ohne Skripte.
- Farben haben genügend Kontrast, hell wie dunkel, und sagen nie allein etwas aus.
- Text lässt sich auf 200 % vergrößern, und die Seiten passen auf 320 Pixel Breite.
- Bewegungen entfallen, wenn Ihr System das wünscht.
- Automatische Tests prüfen die Seiten bei jeder Änderung.

## Was noch fehlt

- Bilder, die Händler hochladen, haben keine Beschreibung; die Fahrzeugdaten stehen als Text daneben.
- Beschreibungen erscheinen in der Sprache, in der der Händler sie geschrieben hat.

## Sagen Sie es uns

Funktioniert etwas für Sie nicht, schreiben Sie uns: {email}`,
  },
};
