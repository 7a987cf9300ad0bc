import type { DemoLanguage } from '../records.ts';

/** Messages between buyers and sellers; a round is a question and its reply. `{title}` is the listing. */
export interface Talk {
  readonly questions: readonly string[];
  /** Answer i belongs to question i. */
  readonly answers: readonly string[];
  readonly followUps: readonly string[];
  readonly confirmations: readonly string[];
  readonly praise: readonly (readonly [title: string, text: string])[];
  readonly mixed: readonly (readonly [title: string, text: string])[];
  readonly complaints: readonly (readonly [title: string, text: string])[];
  readonly thanks: string;
  readonly apology: string;
}

export const talks: Readonly<Record<DemoLanguage, Talk>> = {
  en: {
    questions: [
      'Hello, is the {title} still available?',
      'Good morning, what is your best price for the {title}, paid at once and collected this week?',
      'Hi, could you send more pictures of the underside and the tyres of the {title}?',
      'Hello, has the {title} been in an accident and is the service history complete?',
    ],
    answers: [
      'Good morning, yes, it is here in the yard. You can see it any weekday.',
      'Thank you for your interest. There is a little room in the price once you have seen the vehicle.',
      'Of course, the pictures are being taken today and added to the listing.',
      'No accident that we know of. The service book is complete, last entry three months ago.',
    ],
    followUps: [
      'Thank you. Would Thursday at ten suit you?',
      'Good. Could you reserve it until Friday?',
      'Do you arrange export papers?',
    ],
    confirmations: [
      'Thursday at ten is fine, please ask for me at the office.',
      'We can hold it for you until Friday evening.',
      'Yes, we prepare all papers and transit plates.',
    ],
    praise: [
      [
        'Just as described',
        'The truck was exactly as described, papers were ready and the collection took an hour.',
      ],
      ['Honest dealer', 'Small faults were named before I came. I would buy here again.'],
    ],
    mixed: [
      [
        'Good vehicle, slow papers',
        'The vehicle is fine, but the export papers took a week longer than promised.',
      ],
    ],
    complaints: [
      ['Not as expected', 'Tyres were more worn than in the pictures and nobody answered for two days.'],
    ],
    thanks: 'Thank you for your trust, we wish you many good miles.',
    apology:
      'We are sorry about that and have changed how we handle it. Please write to us, we will find a solution.',
  },
  de: {
    questions: [
      'Guten Tag, ist der {title} noch verfügbar?',
      'Guten Tag, was ist Ihr letzter Preis für den {title} bei Abholung diese Woche?',
      'Hallo, können Sie weitere Bilder vom Rahmen und den Reifen des {title} einstellen?',
      'Guten Tag, ist der {title} unfallfrei und das Scheckheft vollständig?',
    ],
    answers: [
      'Guten Tag, ja, das Fahrzeug steht bei uns auf dem Hof und kann werktags besichtigt werden.',
      'Danke für Ihre Anfrage. Über den Preis sprechen wir gern, wenn Sie das Fahrzeug gesehen haben.',
      'Gern, die Bilder machen wir heute und stellen sie ein.',
      'Uns ist kein Unfall bekannt. Das Scheckheft ist vollständig, letzter Eintrag vor drei Monaten.',
    ],
    followUps: [
      'Vielen Dank. Passt Donnerstag um zehn?',
      'Gut. Können Sie das Fahrzeug bis Freitag reservieren?',
      'Kümmern Sie sich um die Ausfuhrpapiere?',
    ],
    confirmations: [
      'Donnerstag um zehn passt, melden Sie sich bitte im Büro.',
      'Bis Freitagabend halten wir das Fahrzeug für Sie zurück.',
      'Ja, Papiere und Ausfuhrkennzeichen erledigen wir.',
    ],
    praise: [
      [
        'Genau wie beschrieben',
        'Das Fahrzeug war wie beschrieben, die Papiere lagen bereit, die Abholung dauerte eine Stunde.',
      ],
      ['Ehrlicher Händler', 'Kleine Mängel wurden vorher genannt. Ich würde hier wieder kaufen.'],
    ],
    mixed: [
      [
        'Gutes Fahrzeug, langsame Papiere',
        'Das Fahrzeug ist in Ordnung, die Ausfuhrpapiere kamen eine Woche später als versprochen.',
      ],
    ],
    complaints: [
      [
        'Nicht wie erwartet',
        'Die Reifen waren stärker abgefahren als auf den Bildern und zwei Tage lang hat niemand geantwortet.',
      ],
    ],
    thanks: 'Vielen Dank für Ihr Vertrauen und allzeit gute Fahrt.',
    apology:
      'Das tut uns leid, wir haben den Ablauf geändert. Bitte schreiben Sie uns, wir finden eine Lösung.',
  },
  fr: {
    questions: [
      'Bonjour, le {title} est-il toujours disponible ?',
      'Bonjour, quel est votre dernier prix pour le {title} ?',
      'Bonjour, le carnet d’entretien du {title} est-il complet ?',
    ],
    answers: [
      'Bonjour, oui, il est visible sur notre parc en semaine.',
      'Bonjour, nous pourrons en parler une fois le véhicule vu.',
      'Oui, le carnet est complet, dernière révision il y a trois mois.',
    ],
    followUps: [
      'Merci. Jeudi à dix heures vous conviendrait ?',
      'Pouvez-vous le réserver jusqu’à vendredi ?',
    ],
    confirmations: ['Jeudi à dix heures, c’est parfait.', 'Nous le gardons pour vous jusqu’à vendredi soir.'],
    praise: [['Conforme à l’annonce', 'Véhicule conforme, papiers prêts, accueil sérieux.']],
    mixed: [['Bon véhicule, papiers lents', 'Rien à dire sur le véhicule, mais les documents ont tardé.']],
    complaints: [['Déçu', 'Pneus plus usés que sur les photos et pas de réponse pendant deux jours.']],
    thanks: 'Merci de votre confiance et bonne route.',
    apology: 'Nous en sommes désolés. Écrivez-nous, nous trouverons une solution.',
  },
  pl: {
    questions: [
      'Dzień dobry, czy {title} jest nadal dostępny?',
      'Dzień dobry, jaka jest ostateczna cena za {title}?',
      'Dzień dobry, czy {title} jest bezwypadkowy?',
    ],
    answers: [
      'Dzień dobry, tak, stoi u nas na placu i można go obejrzeć w dni robocze.',
      'Dzień dobry, o cenie porozmawiamy po oględzinach.',
      'Tak, bezwypadkowy, z pełną historią serwisową.',
    ],
    followUps: ['Dziękuję. Czy pasuje czwartek o dziesiątej?', 'Czy można go zarezerwować do piątku?'],
    confirmations: ['Czwartek o dziesiątej pasuje.', 'Zatrzymamy go dla Pana do piątku wieczorem.'],
    praise: [['Zgodny z opisem', 'Pojazd zgodny z opisem, dokumenty gotowe, polecam.']],
    mixed: [['Dobry pojazd, wolne dokumenty', 'Pojazd w porządku, ale na dokumenty trzeba było czekać.']],
    complaints: [
      ['Nie polecam', 'Opony bardziej zużyte niż na zdjęciach, przez dwa dni nikt nie odpowiadał.'],
    ],
    thanks: 'Dziękujemy za zaufanie i szerokiej drogi.',
    apology: 'Przepraszamy. Prosimy o wiadomość, znajdziemy rozwiązanie.',
  },
  nl: {
    questions: [
      'Goedemiddag, is de {title} nog beschikbaar?',
      'Goedemiddag, wat is de laatste prijs voor de {title}?',
      'Hallo, is de onderhoudshistorie van de {title} compleet?',
    ],
    answers: [
      'Goedemiddag, ja, hij staat bij ons op het terrein en is op werkdagen te bezichtigen.',
      'Bedankt voor uw interesse. Over de prijs praten we graag als u hem gezien heeft.',
      'Ja, alles is bijgehouden, laatste beurt drie maanden geleden.',
    ],
    followUps: ['Bedankt. Schikt donderdag om tien uur?', 'Kunt u hem tot vrijdag vasthouden?'],
    confirmations: ['Donderdag om tien uur is prima.', 'We houden hem tot vrijdagavond voor u vast.'],
    praise: [
      ['Precies zoals beschreven', 'Voertuig zoals beschreven, papieren lagen klaar, snelle afhandeling.'],
    ],
    mixed: [['Goed voertuig, trage papieren', 'Met het voertuig niets mis, maar de papieren duurden lang.']],
    complaints: [['Viel tegen', 'Banden meer versleten dan op de foto’s en twee dagen geen antwoord.']],
    thanks: 'Bedankt voor het vertrouwen en veel veilige kilometers.',
    apology: 'Onze excuses. Stuur ons een bericht, dan zoeken we een oplossing.',
  },
};
