-- Folds as `foldSearchText` of domain/people/search-text.ts folds the words of a search;
-- test/api/people/search-text.test.ts holds the two equal.
create or replace function search_fold(written text) returns text language sql immutable strict parallel safe
return translate(lower(normalize(written, NFKC)),
  'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ',
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ');
