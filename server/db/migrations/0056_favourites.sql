-- One word for one thing: what followers are told of is an announcement.
alter table favourite_news rename to follower_announcement;
alter index favourite_news_pkey rename to follower_announcement_pkey;
alter index favourite_news_due rename to follower_announcement_due;
alter table follower_announcement add foreign key (broadcaster_id) references member (id);
