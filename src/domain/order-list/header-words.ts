/**
 * What a column is for. What stands beneath tells whether `number` (`No.`, `#`) is a product or a position, and
 * `wanted` (`Required`) a quantity or a date; `other` is known and none of our business: prices, order dates, colours.
 */
export type ColumnRole =
  | 'product'
  | 'name'
  | 'number'
  | 'position'
  | 'quantity'
  | 'unit'
  | 'neededBy'
  | 'wanted'
  | 'other';

/** The labels of one kind of column; of several columns with one role the lowest rank is meant. */
export interface HeaderLabels {
  role: ColumnRole;
  rank: number;
  pattern: RegExp;
}

/**
 * Labels are folded: no accents, no punctuation. `*` stands for any letters, `…` for any further words or none, and
 * the lines are English, German, French, Dutch, Spanish and Italian.
 */
function labels(role: ColumnRole, rank: number, ...lines: string[]): HeaderLabels {
  // Those with further words on the same sides share them, which spares the engine most of its work.
  const kinds = new Map<string, string[]>();
  for (const label of lines.flatMap((line) => line.split(', '))) {
    const [, lead = '', words = label, tail = ''] = /^(… )?(.*?)( …)?$/.exec(label) ?? [];
    const kind = `${lead && '(?:.* )?'}(?:#)${tail && '(?: .*)?'}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), toPattern(words)]);
  }
  const patterns = Array.from(kinds, ([kind, words]) => kind.replace('#', () => words.join('|')));
  return { role, rank, pattern: new RegExp(`^(?:${patterns.join('|')})$`) };
}

function toPattern(words: string): string {
  return words.replace(/\*/g, '[a-z]*').replace(/ … /g, ' (?:.* )?');
}

const goods =
  '(?:products?|items?|articles?|materials?|parts?|goods|styles?|catalog(?:ue)?|models?|produkte?|artikel|art|mat|teile?|waren?|produits?|materiau|materiaal|productos?|articulos?|prodott[oi]|articol[oi]|materiale)';
const number =
  '(?:ids?|nos?|nrs?|num|numbers?|nummern?|numero|nro|n|codes?|kode|codigo|codice|codici|cod|ref|reference|referenz|key|ident)';
const reference = '(?:refs?|references?|referenz|codes?|codigo|codice|numbers?|nummer|nr|no)';
/** Whose number it is, seen by the customer who writes the list: their own and others', or that of whom it goes to. */
const theirs =
  '(?:customer|client|our|manufacturer|mfg|mfr|kunden?|unsere?|hersteller|notre|klant|onze|cliente|nuestr[oa]|nostr[oa])';
const ours =
  '(?:supplier|vendor|your|lieferanten|ihre|fournisseur|votre|leverancier|uw|proveedor|su|fornitore|vostr[oa])';
const amount =
  '(?:qtys?|qnty|quant|quantity|quantities|mengen?|anzahl|stuckzahl|quantites?|qtes?|aantal|aantallen|hoeveelheid|cantidad|cantidades|cant|cdad|ctd|quantita|qta|q ta)';
const pieces =
  '(?:pieces?|pcs|pces|units|metres?|meters?|mtrs?|rolls|stuck|stueck|stk|stck|lfm|laufmeter|rollen|unites|stuks?|piezas?|pzas|unidades|uds|metros?|pezzi|metri|rotoli)';
const of = '(?:(?:of|the|de|du|des|d|del|dell|della|di|der|la|le|l|von|van) ){0,}';

/** The first that fits decides, so what only contains a word for something else stands before it. */
export const headerLabels: readonly HeaderLabels[] = [
  labels(
    'other',
    0,
    '… price …, … prices …, … cost …, … discount …, … tax …, … vat …, … currency …, … (?:eur|euros?|usd|chf|gbp) …, value, total, subtotal',
    '… *preis …, … *betrag …, … *rabatt …, … wert …, … warenwert …, … mwst …, … ust …, … steuer …, … brutto …, … netto …, … wahrung …, summe, gesamt',
    '… prix …, … montant …, … remise …, … tva …, … ht …, … ttc …, … cout …, … devise …',
    '… *prijs …, … bedrag …, … korting …, … btw …, … waarde …, … valuta …, totaal',
    '… precios? …, … importe …, … descuento …, … iva …, … coste …, … moneda …, … valor …',
    '… prezz[oi] …, … importo …, … sconto …, … imponibile …, … costo …, … valuta …, totale',
  ),
  labels(
    'other',
    0,
    '… (?:ordered|order|placed|created|creation|paid|payment|invoice|document|entry|booking|posting|print|updated?|changed?|modified|fulfilled|shipped|cancelled|exported) (?:date|on|at) …, … date (?:ordered|created|paid|modified|of order), … lead time …',
    '… (?:bestell|auftrags|rechnungs|beleg|erstell|anlage|zahlungs|anderungs)datum …, … (?:bestellt|erstellt|angelegt|geandert|bezahlt|gebucht|versandt) am …, … lieferzeit …',
    '… date (?:de )?(?:la )?(?:commande|creation|facture) …',
    '… (?:bestel|order|factuur)datum …, … levertijd …',
    '… fecha (?:de |del )?(?:pedido|creacion|factura|orden) …',
    '… data (?:di |del |dell )?(?:ordine|fattura|documento|creazione|emissione) …',
  ),
  labels(
    'neededBy',
    1,
    '… (?:need|needed|required?|request|requested|want|wanted|desired) … (?:by|date|on|before|for|delivery|until) …, … (?:delivery|ship|shipping|dispatch|due|arrival|latest|target) … (?:date|by|day|week|deadline) …, deliver (?:by|on|before) …, date (?:needed|required|requested|wanted|due|of delivery), due, deadline, delivery, by, until, when, eta, etd',
    '… *liefer(?:datum|dat|termin|tag|zeitpunkt|frist|woche) …, … wunsch(?:termin|datum) …, … bedarfs?(?:termin|datum) …, … termin …, … fallig(?:keit)? …, … (?:benotigt|benoetigt|gebraucht|erforderlich|gewunscht|liefern|lieferung) … (?:bis|am|zum|per|datum) …, datum benotigt, *lieferung, bis, bis wann, bis zum, wann, spatestens',
    '… (?:date|semaine) … (?:livraison|souhaitee|voulue|besoin|requise|limite|expedition|reception|prevue|necessaire) …, … (?:requis|besoin|necessaire|souhaite|voulu|livrer|livraison) … (?:pour|le|avant|date|souhaitee|prevue) …, livraison, delai, echeance, pour le, avant le',
    '… *lever(?:ings)?(?:datum|week) …, … (?:gewenste|gevraagde|uiterste|verwachte) … (?:datum|*levering) …, … nodig (?:voor|op|tegen) …, levering, nodig, tegen, uiterlijk',
    '… (?:fecha|semana) … (?:entrega|requerida|deseada|necesaria|limite|envio|solicitada) …, … entrega …, … (?:necesari[oa]|requerido|entregar) (?:para|el|antes) …, plazo, para el',
    '… consegna …, data (?:richiesta|prevista|desiderata|scadenza|limite), entro, entro il, scadenza',
  ),
  labels(
    'wanted',
    3,
    'required, requested, needed, wanted',
    'benotigt, benoetigt, erforderlich, gewunscht',
    'requise?s?, demandee?s?, souhaitee?s?',
    'gewenst, gevraagd, benodigd',
    'requerid[oa]s?, solicitad[oa]s?, desead[oa]s?',
    'richiest[oaie], desiderat[oaie]',
  ),
  labels('neededBy', 3, 'dates?, day', 'datum, tag', 'jour', 'dag', 'fecha, dia', 'data, giorno'),
  labels(
    'product',
    6,
    `… ${theirs} … (?:${goods}|sku|${reference}) …`,
    'kundenart*, kundenmaterial*, herstellerart*',
    'klantart*',
  ),
  labels(
    'position',
    0,
    `order (?:line )?item ${number}`,
    `(?:pos|posn|positions?|line|row|seq|sequence|index|rownum|item line|line item|order line)(?: (?:${number}|item))?`,
    `(?:posten|zeile|lfd|laufende)(?: ${number})?, (?:zeilen|positions|lfd)(?:nr|nummer)`,
    `(?:ligne|rang)(?: ${number})?, ${number} ${of}ligne`,
    `regel(?: ${number})?, regel(?:nr|nummer), ${number} ${of}regel`,
    `(?:linea|posicion)(?: ${number})?, ${number} ${of}linea`,
    `(?:riga|posizione)(?: ${number})?, ${number} ${of}riga`,
  ),
  labels('number', 0, '(?:ids?|nos?|nr|n|num|numbers?|nummer|numero|nro)'),
  labels(
    'other',
    0,
    '… (?:delivered|available|stock|on hand|min|minimum|moq|max|packs?|packing|per|shipped|invoiced|received|backorder|backordered|reserved|cancelled) …',
    `… ${amount} (?:box|boxes|carton|pack|pallet|karton|palette|vpe|doos|caja) …`,
    '… (?:geliefert|verfugbar|bestand|lagerbestand|mindest|verpackung|vpe|pro) …, (?:mindest|liefer|verpackungs|lager)(?:bestell)?menge',
    '… (?:livree?s?|disponibles?|conditionnement|par) …',
    '… (?:geleverd|beschikbaar|voorraad|verpakking) …',
    '… (?:entregad[oa]s?|existencias?|minim[oa]|por) …',
  ),
  labels(
    'unit',
    0,
    '(?:base |sales |order )?units? of measure(?:ment)?, unit, uom, uo m, u m, um, measure',
    '(?:mengen|mass|basis|verkaufs|bestell)?einheit, me, bme, vme',
    'unite, unite de (?:mesure|vente), u',
    'eenheid',
    'unidad, unidad de medida, ud medida, ud, medida',
    'unita, unita di misura, misura',
  ),
  labels(
    'quantity',
    2,
    `… (?:open|remaining|total) … ${amount} …, … ${amount} … (?:open|remaining|total) …`,
    `… offene? … ${amount} …, … ${amount} … (?:offen|gesamt) …, (?:rest|offene|gesamt)menge`,
    `… ${amount} … (?:restante?|totale) …`,
  ),
  labels(
    'quantity',
    1,
    `… ${amount} …`,
    '(?:bestell|auftrags|bedarfs|soll|wunsch)menge, bestellanzahl',
    'bestelanzahl',
  ),
  labels(
    'quantity',
    2,
    `(?:(?:no|number|nr|n|nombre|numero|num) ${of}|(?:ordered|bestellte|commandes|bestelde|in|en) )?${pieces}(?: (?:ordered|bestellt|commandee?s|besteld|pedid[oa]s?))?, m`,
  ),
  labels(
    'quantity',
    3,
    'amounts?, ammount, count, ordered, order, volume, how many, how much, (?:order|ordered|required|requested) amount',
    'bestellt, bestellung, bedarf, wieviel, wie viel',
    'commande, commandee?s?, besoin, nombre, combien',
    'besteld, bestelling, hoeveel',
    'pedidos?, cuant[oa]s',
    'ordinat[oi], quant[oie]',
  ),
  labels(
    'name',
    5,
    '… (?:names?|descriptions?|descr?|titles?|wording) …, *name',
    '… (?:*bezeichnung|*beschreibung|benennung|*text|titel) …',
    '… (?:designations?|libelle|intitule|nom|titre) …',
    '… (?:*omschrijving|*naam|beschrijving) …',
    '… (?:descripcion|denominacion|nombre|titulo) …',
    '… (?:descrizione|denominazione|nome|titolo) …',
  ),
  labels(
    'product',
    4,
    '… (?:ean|eans|gtin|upc|barcode|bar code|isbn) …, (?:ean|gtin)[0-9]*',
    '… strichcode …',
    '… codes? (?:a )?barres? …',
    '… streepjescode …',
    '… codigo de barras …',
    '… codice a barre …',
  ),
  labels(
    'product',
    1,
    `… ${goods} ${of}${number} …, … ${number} ${of}${goods} …, … ${ours} … (?:${goods}|${reference}) …`,
    '(?:artikel|art|produkt|product|material|teile?|sach|ident|waren|item|part|catalog|katalog|lieferantenartikel|article|producto)(?: ?nr| ?no|num|nummer|number|code|id|kode|codes)',
    'lieferantenart*',
    `(?:${goods} )?(?:internal reference|interne referenz|reference interne|interne referentie|referencia interna|riferimento interno), default code`,
  ),
  labels('product', 1.5, '… (?:skus?|stock keeping unit|asin) …'),
  labels('product', 2, `(?:ordered |bestellte[rs]? )?${goods}(?: ${goods})?`),
  labels(
    'product',
    3,
    'codes?, refs?, references?, order code, plu, mpn',
    'referenz, kode, best nr, bestell nr, bestellnr, bestellnummer',
    'referentie, bestelnummer, bestelcode',
    'referencias?, codigo, cod',
  ),
  labels(
    'other',
    0,
    '… (?:customer|client|address|company|contact|orders?|comments?|notes?|remarks?|status|answer|days|colou?rs?|sizes?|weight|width|length|height|origin|country|warehouse|category|brand|image|url|batch|lot|quality|supplier|tel|phone|telephone|fax|mail|email|web|iban|page|version|budget|room|po|vendor) …',
    '… (?:kunde|adresse|firma|auftrag|bemerkung|bemerkungen|kommentar|notiz|farbe|grosse|groesse|gewicht|breite|lange|hohe|lager|kategorie|marke|charge|qualitat|lieferant|telefon|seite|raum) …',
    '… (?:remarques?|commentaires?|couleur|taille|poids|largeur|longueur|hauteur|categorie|marque|qualite|fournisseur) …',
    '… (?:klant|adres|opmerking|opmerkingen|kleur|maat|breedte|lengte|hoogte|merk|kwaliteit|leverancier) …',
    '… (?:cliente|observaci(?:on|ones)|notas?|color|colores|talla|peso|ancho|largo|alto|categoria|marca|calidad|proveedor) …',
    '… (?:not[ae]|annotazioni|osservazioni|colore|taglia|larghezza|lunghezza|altezza|qualita|fornitore|indirizzo|ordine) …',
  ),
];
