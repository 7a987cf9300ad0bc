import type { ShippedTexts } from './en.ts';

export const fr: ShippedTexts = {
  about: {
    title: 'Qui sommes-nous',
    body: `Fifthwheel est une place de marché pour véhicules professionnels : camions, remorques, utilitaires, autocars et engins de chantier. Des professionnels de toute l’Europe y présentent leur stock, et les acheteurs leur écrivent directement.

## Ce qui compte pour nous

- **Des données comparables.** Puissance, essieux, poids et normes antipollution sont indiqués de la même façon pour chaque véhicule. Pour chaque prix, on sait si la TVA est comprise.
- **Des repères expliqués.** À côté d’un repère de prix, vous voyez sur combien de véhicules comparables il repose. S’il y en a trop peu, il n’y a pas de repère.
- **Des vendeurs que l’on peut juger.** L’indice de confiance tient compte de la vérification, des avis, du temps de réponse et de la qualité des annonces. Il ne s’achète pas.
- **Pas de détours.** La recherche ne demande aucun compte. Il en faut un seulement pour écrire, enregistrer et recevoir des alertes.

## Qui est derrière

{operator} exploite ce site. Notre adresse figure dans les [mentions légales](/fr/info/imprint).`,
  },
  buying: {
    title: 'Comment acheter',
    body: `## 1. Trouver

Écrivez ce que vous cherchez, par exemple *actros 2020 4x2 moins de 60k*, ou utilisez les filtres. Enregistrez une recherche : nous vous écrirons dès qu’un véhicule correspond.

## 2. Comparer

Placez jusqu’à cinq véhicules côte à côte. Les différences sont signalées, et la comparaison se partage par un lien.

## 3. Poser ses questions

Écrivez au vendeur depuis la page du véhicule. Nul besoin d’un compte au préalable : nous envoyons un code à votre adresse, et la réponse du vendeur vous parvient par e-mail et ici, dans votre messagerie.

De bonnes questions avant une visite :

- Le carnet d’entretien est-il complet, et qui a fait les travaux ?
- De quand date le dernier contrôle technique, avec quelles remarques ?
- Quels pneus sont montés, et quelle est leur usure ?
- Le prix est-il HT ou TTC, et la TVA apparaît-elle sur la facture ?

## 4. Voir et payer

Voyez le véhicule et ses papiers avant de payer. Le contrat est conclu entre vous et le vendeur : le site n’encaisse rien pour les véhicules et ne demande rien.

**Soyez prudent** si l’on vous demande un acompte avant la visite, si l’on veut poursuivre aussitôt la conversation ailleurs ou si le prix est bien inférieur à celui de véhicules comparables. Signalez l’annonce ou le message : le lien se trouve juste à côté.

## 5. Donner son avis

Après un échange avec un vendeur, vous pouvez donner votre avis. Il aide l’acheteur suivant.`,
  },
  selling: {
    title: 'Comment vendre',
    body: `## Pour commencer

[Créez un compte](/fr/register?role=SELLER) pour votre société, confirmez votre adresse e-mail et envoyez vos documents. Vous pouvez préparer des annonces tout de suite ; dès que nous avons contrôlé les documents, les acheteurs voient que vous êtes vérifié.

## Publier son stock

- **À la main**, avec un formulaire qui ne demande que ce qui compte pour le type de véhicule.
- **Par fichier** : CSV ou XML, une fois ou selon un calendrier, avec les photos.
- **Par l’API** : tout ce que font les pages, votre propre système peut le faire. [Voir la documentation](/docs).

## Répondre

Les demandes arrivent dans votre messagerie, par e-mail et, si vous le souhaitez, par webhook dans votre propre système. Les acheteurs voient en combien de temps vous répondez d’habitude.

## Abonnements

Chaque abonnement fixe le nombre de véhicules en ligne en même temps. Vous pouvez en changer à tout moment.`,
  },
  help: {
    title: 'Aide',
    body: `## Je n’ai pas reçu le code

Regardez dans les courriers indésirables et vérifiez l’adresse. La page qui demande le code permet d’en recevoir un autre.

## J’ai oublié mon mot de passe

[Demandez un lien](/fr/forgot) et choisissez un nouveau mot de passe.

## Je reçois trop d’e-mails

Chaque e-mail se termine par un lien de désabonnement. Tous les réglages se trouvent sous [Notifications](/fr/account/notices).

## Un véhicule ne correspond pas à sa description

Écrivez d’abord au vendeur. Si l’annonce est fausse ou ressemble à une escroquerie, signalez-la sur sa page : nous examinons chaque signalement.

## Je veux supprimer mon compte

C’est possible sous [Vos données](/fr/account/data), où vous trouvez aussi un fichier de tout ce que nous conservons.

## Je voudrais parler à quelqu’un

Écrivez-nous : {email}`,
  },
  imprint: {
    title: 'Mentions légales',
    body: `## Éditeur

**{operator}**  
{address}  
{country}

E-mail : {email}

Numéro de TVA : {vatId}

## Contenu des annonces

Les vendeurs sont responsables de leurs annonces. Si une annonce vous paraît illicite, signalez-la sur sa page : nous l’examinons et vous disons ce que nous avons décidé.`,
  },
  privacy: {
    title: 'Confidentialité',
    body: `## Responsable

Le responsable des données conservées par ce site est {operator} ; son adresse figure dans les [mentions légales](/fr/info/imprint).

E-mail : {email}

## Ce que nous conservons, et pourquoi

- **Compte :** votre nom, votre adresse e-mail, votre langue et, si vous l’indiquez, votre numéro de téléphone. Du mot de passe, nous ne gardons qu’une empreinte. C’est nécessaire pour vous connecter et vous joindre (article 6, paragraphe 1, point b, du RGPD).
- **Données et documents des sociétés** qui vendent, afin que les acheteurs sachent à qui ils ont affaire.
- **Messages** entre vous et les vendeurs, avec leurs pièces jointes.
- **Favoris, recherches et comparaisons** que vous enregistrez.
- **Avis**, publics et signés de votre nom.
- **Connexions :** le navigateur et l’adresse utilisés, afin que vous puissiez les voir et y mettre fin.
- **Sécurité :** les adresses des requêtes sont gardées peu de temps, pour nous défendre contre les attaques (article 6, paragraphe 1, point f).

Les vues d’une annonce sont comptées une fois par visiteur et par jour, au moyen d’une empreinte qui ne dit pas qui vous êtes.

## Cookies

Nous déposons un seul cookie, et seulement à la connexion : il porte votre session. Il n’y a ni publicité ni mesure d’audience par des tiers, et rien n’est chargé depuis d’autres serveurs. C’est pourquoi il n’y a pas de bandeau.

## Qui reçoit des données

Le vendeur à qui vous écrivez reçoit votre nom et votre message. Les prestataires de paiement reçoivent ce qu’il faut pour les factures des vendeurs. Nous ne vendons aucune donnée.

## Vos droits

Vous pouvez consulter, corriger, récupérer et effacer vos données sous [Vos données](/fr/account/data). Vous pouvez vous opposer au traitement et saisir une autorité de contrôle.`,
  },
  terms: {
    title: 'Conditions d’utilisation',
    body: `## 1. Objet

{operator} exploite une place de marché sur laquelle des professionnels proposent des véhicules. Les contrats sur les véhicules sont conclus entre acheteur et vendeur ; le site n’y est pas partie.

## 2. Comptes

Qui ouvre un compte donne des informations exactes et garde son mot de passe secret. Les vendeurs agissent pour une société et présentent des documents si on le leur demande.

## 3. Annonces

Un vendeur n’annonce que des véhicules qu’il a le droit de vendre, les décrit fidèlement, indique un prix sincère et retire ce qui est vendu. Un même véhicule figure une seule fois. Les photos montrent le véhicule lui-même.

## 4. Messages et avis

Pas d’insultes, pas de publicité, aucune tentative d’obtenir des paiements ou des mots de passe. Un avis raconte une expérience personnelle. Nous ne modifions pas les avis ; nous retirons ceux qui enfreignent ces conditions.

## 5. Manquements

Nous pouvons retirer des contenus et suspendre des comptes. La personne concernée en apprend le motif et peut s’y opposer.

## 6. Disponibilité et responsabilité

Nous exploitons le site avec soin, mais pas sans aucune interruption. Notre responsabilité est illimitée en cas de dol, de faute lourde et d’atteinte à la vie, au corps ou à la santé ; autrement, elle se limite à la violation d’obligations essentielles et au dommage prévisible.

## 7. Abonnements des vendeurs

Le prix et la durée d’un abonnement sont indiqués avant la commande. Il peut être résilié pour la fin de la période payée.

## 8. Droit applicable

Le droit du pays où l’exploitant est établi s’applique. Les droits impératifs des consommateurs restent intacts.`,
  },
  accessibility: {
    title: 'Accessibilité',
    body: `Ce site doit pouvoir être utilisé par tous. Nous suivons les règles WCAG 2.2, niveau AA.

## Ce que nous faisons

- Chaque page s’utilise au clavier et montre où se trouve le focus.
- La recherche, les annonces, les messages et le compte fonctionnent sans script.
- Les couleurs ont un contraste suffisant, en clair comme en sombre, et ne portent jamais seules une information.
- Le texte peut être agrandi à 200 %, et les pages tiennent dans une largeur de 320 pixels.
- Les animations sont omises si votre système le demande.
- Des tests automatiques contrôlent les pages à chaque modification.

## Ce qui manque encore

- Les photos des vendeurs n’ont pas de description ; les données du véhicule figurent à côté, en texte.
- Les descriptions s’affichent dans la langue du vendeur.

## Dites-le-nous

Si quelque chose ne fonctionne pas pour vous, écrivez-nous : {email}`,
  },
};
